"""The clients the tests use: the stock ADBC driver for rows, pyarrow's Flight client for what ADBC hides."""

import secrets

import pyarrow as pa
from adbc_driver_flightsql import DatabaseOptions, dbapi
from pyarrow import flight

STATEMENT_QUERY = "type.googleapis.com/arrow.flight.protocol.sql.CommandStatementQuery"


class Client:
    """One session with the server, seen through both clients: they share a token, hence the session."""

    def __init__(self, uri: str, **settings: bool | str):
        authorization = f"Bearer {secrets.token_hex(16)}"
        self._adbc = dbapi.connect(
            uri, db_kwargs={DatabaseOptions.AUTHORIZATION_HEADER.value: authorization}, autocommit=True)
        self._flight = flight.FlightClient(uri)
        self._options = flight.FlightCallOptions(headers=[(b"authorization", authorization.encode())])
        for name, value in settings.items():
            self.run(f"SET {name} = {str(value).lower()}")

    def run(self, sql: str) -> pa.Table:
        with self._adbc.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetch_arrow_table()

    def cursor(self):
        """An ADBC cursor, for tests that do not read to the end."""
        return self._adbc.cursor()

    def schemas(self, sql: str) -> tuple[pa.Schema, pa.Schema]:
        """The schema GetFlightInfo promises, and that of the stream."""
        info = self.flight_info(sql)
        with self.stream(info) as reader:
            return info.schema, reader.schema

    def flight_info(self, sql: str) -> flight.FlightInfo:
        descriptor = flight.FlightDescriptor.for_command(_any(STATEMENT_QUERY, _field(1, sql.encode())))
        return self._flight.get_flight_info(descriptor, self._options)

    def stream(self, info: flight.FlightInfo) -> "Stream":
        (endpoint,) = info.endpoints
        return Stream(self._flight.do_get(endpoint.ticket, self._options))

    def close(self) -> None:
        self._adbc.close()
        self._flight.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *failure) -> None:
        self.close()


class Stream:
    """A DoGet that is cancelled unless it was read to its end."""

    def __init__(self, reader: flight.FlightStreamReader):
        self._reader = reader

    @property
    def schema(self) -> pa.Schema:
        return self._reader.schema

    def batches(self):
        """Record batches as they come."""
        while True:
            try:
                yield self._reader.read_chunk().data
            except StopIteration:
                return

    def cancel(self) -> None:
        self._reader.cancel()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *failure) -> None:
        self.cancel()


def _any(type_url: str, value: bytes) -> bytes:
    """A google.protobuf.Any."""
    return _field(1, type_url.encode()) + _field(2, value)


def _field(number: int, value: bytes) -> bytes:
    """A length-delimited field of a protocol buffer."""
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)
