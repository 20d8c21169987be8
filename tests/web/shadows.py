"""All of a page, for scripts that tests run in it."""

ALL = """(root) => [...root.querySelectorAll("*")].flatMap(
    (each) => each.shadowRoot ? [each, ...all(each.shadowRoot)] : [each])"""
"""What a script has to call `all`: every element below one, those in shadow roots, too."""
