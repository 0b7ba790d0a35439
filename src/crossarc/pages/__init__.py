"""Pages: HTML files that hold all they need, work without a network, and show treebanks as text, never as markup."""
