"""The service: UDPipe's REST contract, and an API of our own. It needs the extra `serve`."""

from crossarc.serve.limits import Limits
from crossarc.serve.models import Models

__all__ = ["Limits", "Models"]
