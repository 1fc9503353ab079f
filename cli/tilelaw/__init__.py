"""The command ``tilelaw`` and the public interface of the project."""
