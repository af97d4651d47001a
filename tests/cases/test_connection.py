"""N. Connection, identity and client protocol. The numbers are those of the table of group N."""

import base64
import json
import ssl
import subprocess

import pytest

from support.client import Client
from support.proxy import Proxy
from support.server import Server

KEYWORD, LONG = {"type": "keyword"}, {"type": "long"}


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    """A root, an intermediate and two servers' certificates: one of 127.0.0.1, one of CN=instance."""
    folder = tmp_path_factory.mktemp("certificates")

    def openssl(*words) -> None:
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    def sign(name: str, subject: str, extensions: str, by: str) -> None:
        (folder / f"{name}.ext").write_text(extensions)
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", subject, "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-days", 2, "-in", f"{name}.csr", "-CA", f"{by}.pem", "-CAkey", f"{by}.key", "-CAcreateserial",
                "-extfile", f"{name}.ext", "-out", f"{name}.pem")

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", 2, "-subj", "/CN=root", "-keyout", "root.key", "-out", "root.pem")
    sign("middle", "/CN=middle", "basicConstraints=critical,CA:true", "root")
    sign("here", "/CN=here", "subjectAltName=IP:127.0.0.1", "middle")
    sign("instance", "/CN=instance", "subjectAltName=DNS:instance", "middle")
    (folder / "bundle.pem").write_text((folder / "root.pem").read_text() + (folder / "middle.pem").read_text())
    return folder


@pytest.fixture
def secured(cluster, certificates):
    """secured(name) -> the node behind TLS with that certificate."""
    opened = []

    def start(name: str) -> Proxy:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificates / f"{name}.pem", certificates / f"{name}.key")
        opened.append(Proxy(cluster.url, context))
        return opened[-1]

    yield start
    for proxy in opened:
        proxy.close()


def test_n01_a_certificate_of_another_name(table, secured, serve, certificates):
    t = table({"n": LONG}, [{"n": 1}])
    url = secured("instance").url
    bundle = ("--cluster-ca-file", str(certificates / "bundle.pem"))
    serve(*bundle, through=url, RECURVE_CLUSTER_URL=url).fails(f"SELECT n FROM {t}", "certificate")
    serve(*bundle, "--cluster-verify", "false", through=url, RECURVE_CLUSTER_URL=url).gives(f"SELECT n FROM {t}", 1)


def test_n02_an_unknown_certificate_is_told(table, secured, serve):
    t = table({"n": LONG}, [{"n": 1}])
    url = secured("here").url
    serve(through=url, RECURVE_CLUSTER_URL=url).fails(f"SELECT n FROM {t}", "certificate", "cluster.ca_file")


def test_n03_a_chain_of_certificates(table, secured, serve, certificates):
    t = table({"n": LONG}, [{"n": 1}])
    url = secured("here").url
    serve("--cluster-ca-file", str(certificates / "bundle.pem"), through=url, RECURVE_CLUSTER_URL=url).gives(f"SELECT n FROM {t}", 1)


def test_n05_a_prefix_of_the_path(table, cluster, proxy, serve):
    t = table({"n": LONG}, [{"n": 1}])
    proxy.prefix = "/search/v1"
    serve(through=proxy.url, RECURVE_CLUSTER_URL=proxy.url + "/search/v1").gives(f"SELECT n FROM {t} WHERE n = 1", 1)


@pytest.mark.parametrize("flags, header", [
    (("--cluster-user", "reader", "--cluster-password", "secret"), "Basic " + base64.b64encode(b"reader:secret").decode()),
    (("--cluster-api-key", "a2V5"), "ApiKey a2V5"),
    (("--cluster-bearer-token", "token"), "Bearer token"),
])
def test_n06_ways_to_log_in(table, proxy, serve, flags, header):
    t = table({"n": LONG}, [{"n": 1}])
    serve(*flags, through=proxy.url, RECURVE_CLUSTER_URL=proxy.url).gives(f"SELECT n FROM {t}", 1)
    assert {request.headers.get("authorization") for request in proxy.seen} == {header}


def test_n09_rights_to_read_are_enough(table, proxy, serve):
    """Whoever may read the index but nothing of the cluster gets the same rows."""
    t = table({"n": LONG, "k": KEYWORD}, [{"n": n, "k": "x"} for n in range(50)], shards=2)
    refused = json.dumps({"error": {"type": "security_exception", "reason": "action [cluster:monitor] is unauthorized"}, "status": 403}).encode()
    asked = []

    def refuse(request, answer):
        path = request.path.split("?")[0]
        if path.startswith(("/_cluster", "/_nodes", "/_cat", "/_resolve", "/_alias", "/_stats")) or "/_segments" in path:
            asked.append(path)
            answer.status, answer.body = 403, refused

    proxy.change = refuse
    ask = serve(through=proxy.url)
    ask.gives(f"SELECT n FROM {t}", *range(50))
    ask.gives(f"SELECT count(*) FROM {t} WHERE k = 'x' AND n < 10", 10)
    ask.gives(f"SELECT k, count(*) FROM {t} GROUP BY k", ("x", 50))
    assert asked, "nothing optional was asked for, so nothing was refused"


def test_n11_a_prepared_select_has_a_result_schema(table, client):
    t = table({"n": LONG}, [{"n": 1}])
    with client.cursor() as cursor:
        cursor.adbc_prepare(f"SELECT n FROM {t} WHERE n = ?")
        assert [field.name for field in cursor.adbc_execute_schema(f"SELECT n FROM {t}")] == ["n"]


def test_n15_parameters(table, client):
    t = table({"n": LONG, "k": KEYWORD}, [{"n": 1, "k": "a"}, {"n": 2, "k": "b"}])
    with client.cursor() as cursor:
        schema = cursor.adbc_prepare(f"SELECT n FROM {t} WHERE n > ? AND k = ?")
        assert len(schema) == 2
        cursor.execute(f"SELECT n FROM {t} WHERE n > ? AND k = ?", parameters=(1, "b"))
        assert cursor.fetchall() == [(2,)]


def test_n19_columns_of_nothing_but_null(table, ask):
    types = {"k": "keyword", "l": "long", "d": "date", "b": "boolean", "f": "double"}
    t = table({name: {"type": type_} for name, type_ in types.items()}, [{}, {}])
    assert ask.types(f"SELECT {', '.join(types)} FROM {t}") == {
        "k": "string", "l": "int64", "d": "timestamp[us, tz=UTC]", "b": "bool", "f": "double"}


def test_n21_containers_arrive_as_containers(table, ask):
    t = table({"o": {"properties": {"a": LONG}}, "c": {"type": "nested", "properties": {"b": KEYWORD}}}, [{"o": {"a": 1}, "c": [{"b": "x"}]}])
    assert ask.types(f"SELECT o, c FROM {t}") == {"o": "struct<a: int64>", "c": "list<item: struct<b: string>>"}
    ask.gives(f"SELECT o, c FROM {t}", ({"a": 1}, [{"b": "x"}]))


def test_n22_filters_on_types_that_cannot_be_pushed(table, gives):
    t = table({"id": LONG, "b": {"type": "binary"}, "o": {"properties": {"a": LONG}}, "t": {"type": "text"}},
              [{"id": 1, "b": "aGk=", "o": {"a": 1}, "t": "x"}, {"id": 2, "b": "aG8=", "o": {"a": 2}, "t": "y"}, {"id": 3}])
    gives(f"SELECT t, id FROM {t} WHERE b IN ('hi'::BLOB, 'no'::BLOB)", ("x", 1))
    gives(f"SELECT b, t FROM {t} WHERE o IN ({{'a': 2}}, {{'a': 7}})", (b"ho", "y"))
    gives(f"SELECT id, o FROM {t} WHERE t IN ('x', 'z') AND id IN (1, 2)", (1, {"a": 1}))
    gives(f"SELECT o.a FROM {t} WHERE id::VARCHAR IN ('2', '3')", 2, None)


def test_n23_planning_reads_no_rows(table, cluster, client):
    t = table({"n": LONG, "k": KEYWORD}, [{"n": n, "k": "x"} for n in range(10)])
    searched = lambda: cluster.api.call("GET", f"/{t}/_stats/search")["_all"]["total"]["search"]["query_total"]  # noqa: E731
    before = searched()
    for sql in (f"SELECT n FROM {t} WHERE k = 'x'", f"SELECT k, count(*) FROM {t} GROUP BY k", f"SELECT * FROM {t} ORDER BY n LIMIT 1"):
        client.flight_info(sql)
    assert searched() == before
    assert client.run(f"SELECT n FROM {t} LIMIT 0").num_rows == 0
    assert searched() == before, "LIMIT 0 needs no row"
