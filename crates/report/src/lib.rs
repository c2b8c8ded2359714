//! Reports read from events: terminal, JSON, JUnit and HTML.
