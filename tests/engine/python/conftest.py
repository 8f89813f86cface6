"""Fixtures that several test files share."""
import pytest


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    """Makes an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
