#if os(Linux)
  import DesktopLoops
  import Encodings
  import Foundation
  import Glibc
  import XCTest

  @testable import NEARConnect

  /// The storage that a wallet's code uses, and its other requests to the page.
  final class WalletStorageTests: GTKTestCase {
    /// Sends a text to the test before the wallet connects.
    private static func script(_ body: String) -> String {
      """
      const { storage } = window.selector;
      const report = (text) => fetch(
        new URL("/report", window.selector.location), { method: "POST", mode: "no-cors", body: text });
      window.selector.ready({
        async signIn() {
          await report(await (async () => { \(body) })());
          return [{ accountId: "alice.near" }];
        },
      });
      """
    }

    /// Stores values until the storage is full.
    private static let fills = """
      try {
        for (let place = 0; place < 100; place += 1) await storage.set(`key ${place}`, "x".repeat(1 << 16));
        return "never full";
      } catch (error) { return error.name; }
      """
    private static let fillsLocally = """
      try {
        for (let place = 0; place < 100; place += 1) window.localStorage.setItem(`key ${place}`, "x".repeat(1 << 16));
        return "never full";
      } catch (error) { return error.name; }
      """
    private static let counts = """
      const before = (await storage.get("count")) ?? "0";
      await storage.set("count", Number(before) + 1);
      return `before: ${before}`;
      """

    /// More wallets fill their storage than one storage of a website would hold, and the app is launched again.
    func testFullStorageOfWalletsAffectsNoOtherWallet() throws {
      for library in try WalletBench.libraries() {
        try onLoop(timeLimit: 90) {
          let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
          defer { try? FileManager.default.removeItem(at: folder) }
          setenv("XDG_DATA_HOME", folder.path, 1)
          defer { unsetenv("XDG_DATA_HOME") }
          let fillers = (0..<6).map { "fills-\($0)" }
          var scripts = ["/counts.js": Self.script(Self.counts)]
          for (place, id) in fillers.enumerated() {
            scripts["/\(id).js"] = Self.script(place.isMultiple(of: 2) ? Self.fills : Self.fillsLocally)
          }
          let bench = try WalletBench(
            fillers + ["counts"], scripts: scripts, library: library, permissions: ["storage": true]
          ) { $0.operationTimeLimit = .seconds(10) }
          for launch in 0..<2 {
            let manager = NEARWalletManager(configuration: bench.configuration)
            for id in fillers + ["counts"] { try await manager.signIn(walletId: id) }
            XCTAssertEqual(
              bench.site.reported.suffix(7),
              Array(repeating: "QuotaExceededError", count: 6) + ["before: \(launch)"])
          }
        }
      }
    }

    /// Stored values arrive unchanged in the next frame of the wallet, in either form of the storage.
    func testStoredValuesArriveUnchanged() throws {
      let values = [
        "</script><script>stop()</script>", "<!--", "window.open window.top a.localStorage", "\u{2028}",
        "${1}`\\\"'",
        "\u{0}", "😀", "__proto__", "",
      ]
      let json = JSONValue.array(values.map { .string($0) }).serializedString()
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(
            ["keeps"],
            scripts: [
              "/keeps.js": Self.script(
                """
                const values = await (await fetch(new URL("/values", window.selector.location))).json();
                const wrong = [];
                if (window.localStorage.getItem("stored") === null) {
                  for (const value of values) await storage.set(value, value);
                  window.localStorage.setItem("stored", "yes");
                  return "stored";
                }
                for (const value of values) {
                  if (window.localStorage.getItem(value) !== value || (await storage.get(value)) !== value) wrong.push(value);
                }
                const keys = await storage.keys();
                if (keys.length !== values.length + 1 || window.localStorage.length !== keys.length) wrong.push(keys);
                return JSON.stringify(wrong);
                """), "/values": json,
            ], library: library, permissions: ["storage": true])
          for expected in ["stored", "[]"] {
            try await bench.manager.signIn(walletId: "keeps")
            XCTAssertEqual(bench.site.reported.last, expected)
          }
        }
      }
    }

    func testSigningOutClearsOnlyStorageOfItsWallet() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let keeping = Self.script(Self.counts)
          let bench = try WalletBench(
            ["first", "second"],
            scripts: [
              "/first.js": keeping.replacing("async signIn()", with: "async signOut() {}, async signIn()"),
              "/second.js": keeping,
            ], library: library, permissions: ["storage": true])
          var expected: [String] = []
          func signIn(_ id: String, _ before: Int) async throws {
            try await bench.manager.signIn(walletId: id)
            expected.append("before: \(before)")
            XCTAssertEqual(bench.site.reported, expected, id)
          }
          // The library clears nothing of a wallet that cannot sign out.
          try await signIn("second", 0)
          try await signIn("first", 0)
          try await bench.manager.signOut()
          try await signIn("second", 1)
          try await signIn("first", 0)
        }
      }
    }

    /// Requests that the library rejects, fails at, or does not know.
    func testEachRequestIsAnsweredOnce() throws {
      let requests = """
        [
          ["storage.set"], ["storage.set", { key: "a" }], ["storage.get", {}], ["storage.remove", null], ["storage.keys"],
          ["unknown.method", {}], ["hasOwnProperty"], ["open"], ["open", { url: "https://evil.example/" }],
          ["open.nativeApp", { url: "javascript:alert(1)" }], ["external", { entity: "window", key: "name" }], ["external"],
          ["ui.showIframe"], ["ui.hideIframe"],
        ]
        """
      for library in try WalletBench.libraries() {
        for isAllowed in [true, false] {
          try onLoop {
            let bench = try WalletBench(
              ["asks"],
              scripts: [
                "/asks.js": Self.script(
                  """
                  const ids = new Map();
                  const counts = new Map();
                  addEventListener("message", ({ data }) => {
                    if (data?.status !== undefined) counts.set(data.id, (counts.get(data.id) ?? 0) + 1);
                  });
                  const origin = await new Promise((resolve) => {
                    addEventListener("message", ({ data }) => resolve(data.origin), { once: true });
                    storage.get("a").catch(() => {});
                  });
                  for (const [method, params] of \(requests)) {
                    const id = crypto.randomUUID();
                    ids.set(id, method);
                    window.parent.postMessage({ method, params, id, origin }, "*");
                  }
                  const end = Date.now() + 3000;
                  while (![...ids.keys()].every((id) => counts.has(id)) && Date.now() < end) {
                    await new Promise((resolve) => setTimeout(resolve, 10));
                  }
                  await new Promise((resolve) => setTimeout(resolve, 100));
                  return [...ids].map(([id, method]) => [method, counts.get(id) ?? 0]).filter(([, count]) => count !== 1).join();
                  """)
              ], library: library, permissions: isAllowed ? ["storage": true] : [:])
            try await bench.manager.signIn(walletId: "asks")
            XCTAssertEqual(bench.site.reported, [""])
          }
        }
      }
    }
  }
#endif
