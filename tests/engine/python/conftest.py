"""Shared fixtures."""
import pytest


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    """Changes the current folder to an empty folder."""
    monkeypatch.chdir(tmp_path)
