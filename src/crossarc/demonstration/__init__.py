"""What `crossarc demo` shows of an invented language: text in, trees out; and five parsers."""
