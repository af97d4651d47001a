# SPDX-License-Identifier: Apache-2.0
"""The process: credentials, TLS, limits, and its end."""

import shutil
import subprocess
import time

import adbc_driver_flightsql.dbapi as flightsql
import adbc_driver_manager
import pyarrow.flight as flight
import pytest

from conftest import INDEX
from test_pyarrow_flight import query


def count(uri, **options):
    with flightsql.connect(uri, autocommit=True, db_kwargs=options) as connection, connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {INDEX} WHERE n < 3")
        return cursor.fetchone()[0]


def test_credentials_are_checked(start_server):
    uri = start_server("--server-user", "reader", "--server-password", "secret", "--server-token", "a-token").uri
    assert count(uri, username="reader", password="secret") == 3
    assert count(uri, username="token", password="a-token") == 3
    assert count(uri, **{"adbc.flight.sql.authorization_header": "Bearer a-token"}) == 3
    for wrong in ({}, {"username": "reader", "password": "guess"},
                  {"adbc.flight.sql.authorization_header": "Bearer guess"}):
        with pytest.raises(adbc_driver_manager.Error, match="(?i)unauth"):
            count(uri, **wrong)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed: no certificate to serve with")
def test_tls(start_server, tmp_path):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", key, "-out", certificate],
                   check=True, capture_output=True)
    uri = start_server("--server-tls-cert-file", str(certificate), "--server-tls-key-file", str(key)).uri
    assert uri.startswith("grpc+tls://")
    assert count(uri, **{"adbc.flight.sql.client_option.tls_root_certs": certificate.read_text()}) == 3
    with pytest.raises(adbc_driver_manager.Error):
        count(uri)


def test_a_full_server_names_its_setting(start_server):
    uri = start_server("--limits-max-running-statements", "1").uri
    with flight.connect(uri) as client:
        sql = f"SELECT count(*) FROM {INDEX} a, {INDEX} b, {INDEX} c WHERE a.n + b.n + c.n > 17"
        info = client.get_flight_info(query(sql))
        reader = client.do_get(info.endpoints[0].ticket)
        with pytest.raises(flight.FlightUnavailableError, match="limits.max_running_statements = 1"):
            for _ in range(100):
                client.get_flight_info(query("SELECT 1"))
                time.sleep(0.01)
        reader.cancel()


def test_settings_that_cannot_be_are_refused(start_server):
    with pytest.raises(AssertionError):
        start_server("--scan-max-retries", "lots")


def test_the_statement_timeout_ends_a_statement(start_server):
    uri = start_server("--limits-statement-timeout", "1s").uri
    with flight.connect(uri) as client:
        sql = f"SELECT count(*) FROM {INDEX} a, {INDEX} b, {INDEX} c WHERE a.n + b.n + c.n > 17"
        reader = client.do_get(client.get_flight_info(query(sql)).endpoints[0].ticket)
        with pytest.raises(flight.FlightTimedOutError, match="limits.statement_timeout = 1 s"):
            reader.read_all()


def test_sigterm_cancels_what_runs_after_the_grace(start_server):
    server = start_server("--server-stop-grace", "200ms")
    with flight.connect(server.uri) as client:
        sql = f"SELECT count(*) FROM {INDEX} a, {INDEX} b, {INDEX} c WHERE a.n + b.n + c.n > 17"
        reader = client.do_get(client.get_flight_info(query(sql)).endpoints[0].ticket)
        start = time.monotonic()
        status, log = server.stop()
        assert status == 0
        assert time.monotonic() - start < 3
        with pytest.raises(flight.FlightError):
            reader.read_all()
    assert "stopped" in log


def test_the_log_has_no_sql(start_server):
    server = start_server()
    with flightsql.connect(server.uri, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(f"SELECT n, 'a secret word' FROM {INDEX} WHERE n = 1")
        cursor.fetchall()
    _, log = server.stop()
    assert "statement ended" in log and "rows=1" in log
    assert "secret" not in log
