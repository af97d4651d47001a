"""What breaks between SQL and Elasticsearch in other people's issue trackers, one test a case: README.md is the index."""
