"""The numbers of the server, as its document says them and as a real Prometheus reads them."""

from __future__ import annotations

import json
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families

from commands import ROOT
from programs import Program
from ports import free_port
from wallets import EthereumWallet

PROMETHEUS = shutil.which("prometheus", path="/usr/bin:/opt/homebrew/bin:/usr/local/bin")
DASHBOARD = json.loads((ROOT / "deploy/grafana/doorward.json").read_text())
QUERIES = [(panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel["targets"]]
# The columns of the table in docs/metrics.md.
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (.*) \| .+ \|$", re.MULTILINE)


def answer_of(address: str, path: str = "/metrics", host: str | None = None):
    request = urllib.request.Request(f"http://{address}{path}", headers={"Host": host} if host else {})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.headers, answer.read().decode()


def numbers_of(address: str) -> dict[tuple, float]:
    """The value of each series, by its name and labels."""
    return {(sample.name, *sorted(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(answer_of(address)[1]) for sample in family.samples}


def documented() -> dict[str, tuple[str, list[str]]]:
    """The kind and the labels of each name in docs/metrics.md."""
    text = (ROOT / "docs/metrics.md").read_text()
    return {name: (kind, re.findall(r"`(\w+)`", labels)) for name, kind, labels in ROW.findall(text)}


def test_names_kinds_and_labels_are_those_of_the_document(start):
    server, api = start()
    api.sign_in(EthereumWallet())
    headers, text = answer_of(server.admin_listen)
    assert headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    assert kinds == {name: kind for name, (kind, _) in documented().items()}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            name = re.sub(r"_(bucket|sum|count)$", "", sample.name) if family.type == "histogram" else sample.name
            assert set(sample.labels) - {"le"} == set(documented()[name][1]), sample


def test_sign_ins_requests_and_limits_are_counted(start):
    server, api = start(settings={"rate_limits": {"sign_in_per_minute": 2}}, development=False, listen="127.0.0.1:0")
    address = server.admin_listen
    before = numbers_of(address)
    assert before[("doorward_sessions_alive",)] == 0
    wallet = EthereumWallet()
    path = f"{wallet.path}/sign-in"
    proof = api.proof(wallet)
    answers = [api.post(path, proof) for _ in range(5)]
    statuses = [answer.status for answer in answers]
    assert statuses[0] == 200, answers[0].body
    numbers = numbers_of(address)
    assert numbers[("doorward_sign_ins_total", ("method", "siwe"), ("result", "done"))] == 1
    assert numbers[("doorward_rate_limited_total", ("limit", "sign_in"))] == statuses.count(429) > 0
    route = ("route", path)
    counts = {labels: value for (name, *labels), value in ((key, value) for key, value in numbers.items())
              for labels in [tuple(labels)] if name == "doorward_http_requests_total" and route in labels}
    assert counts[(("method", "POST"), route, ("status", "429"))] == statuses.count(429)
    assert sum(counts.values()) == 5
    assert numbers[("doorward_http_request_duration_seconds_count", route)] == 5
    assert numbers[("doorward_store_write_duration_seconds_count",)] > before[("doorward_store_write_duration_seconds_count",)]


def test_no_number_names_a_user_or_a_secret(start):
    server, api = start()
    wallet = EthereumWallet()
    session = api.sign_in(wallet)
    api.call("GET", f"/v1/users/{session['user']['id']}?q=secret-of-a-client")
    api.call("BREW", "/secret-of-a-client")
    text = answer_of(server.admin_listen)[1]
    for secret in [wallet.address, session["user"]["id"], session["account_token"], "secret-of-a-client", "BREW"]:
        assert secret.lower() not in text.lower()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", ""])
def test_page_of_another_name_reads_no_numbers(server, host):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        answer_of(server.admin_listen, host=host or " ")
    assert refusal.value.code in (400, 421)
    for known in ["localhost", "doorward:9090", "192.0.2.1", "[::1]:9090"]:
        assert answer_of(server.admin_listen, host=known)[1].startswith("# HELP")


def test_account_listener_has_no_numbers(server, api):
    assert api.call("GET", "/metrics").status == 404


def test_traceparent_is_in_the_lines_about_its_request(start):
    server, api = start(settings={"log_level": "info"})
    right = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    wrong = [right.upper(), right[:-1], right + "0", right.replace("00-4", "01-4"), f"00-{'0' * 32}-{right[36:]}",
             'x" , "forged": "1']
    for value in [right, *wrong]:
        api.call("GET", "/v1/config", headers={"traceparent": value})
    assert server.terminate() == 0
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if "/v1/config" in line]
    assert [line.get("traceparent") for line in lines] == [right] + [None] * len(wrong)


@pytest.mark.skipif(not PROMETHEUS, reason="prometheus is not installed")
def test_each_query_of_the_dashboard_is_answered_by_prometheus(start, tmp_path):
    server, api = start()
    for number in range(3):
        api.sign_in(EthereumWallet())
    port = free_port()
    (tmp_path / "prometheus.yml").write_text(json.dumps({
        "global": {"scrape_interval": "1s"},
        "scrape_configs": [{"job_name": "doorward", "static_configs": [{"targets": [server.admin_listen]}]}]}))
    prometheus = Program(
        PROMETHEUS, f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data",
        f"--web.listen-address=127.0.0.1:{port}", directory=tmp_path, log=tmp_path / "prometheus.log")
    try:
        def ask(query: str) -> list:
            address = f"http://127.0.0.1:{port}/api/v1/query?{urllib.parse.urlencode({'query': query})}"
            with urllib.request.urlopen(address, timeout=10) as answer:
                read = json.load(answer)
            assert read["status"] == "success", query
            return read["data"]["result"]

        def has_two_reads() -> bool:
            try:
                return bool(ask("rate(process_cpu_seconds_total[5m])"))
            except OSError:
                return False

        deadline = time.monotonic() + 60
        while not has_two_reads():
            assert time.monotonic() < deadline, (tmp_path / "prometheus.log").read_text()
            time.sleep(0.2)
        for title, query in QUERIES:
            # A rate of something that has not happened yet has no value.
            named = re.findall(r"(doorward_\w+|process_\w+)", query)
            assert named and all(re.sub(r"_(bucket|sum|count)$", "", name) in documented() for name in named), title
            ask(query)
        happened = {"Sign-ins", "Sessions alive", "Requests", "Time of an answer", "Slowest routes", "Writes to the store",
                    "Age of the newest signing key", "Processor", "Memory", "Open files"}
        assert {title for title, query in QUERIES if ask(query)} >= happened
    finally:
        prometheus.kill()
