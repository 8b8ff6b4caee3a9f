#if os(Linux)
  import DesktopLoops
  import XCTest

  @testable import NEARConnect

  /// Values that the code of a wallet returns and throws, and that a message between windows cannot carry.
  final class CarriedValueTests: GTKTestCase {
    /// What a wallet throws, and the code and words of the error that the app receives.
    private static let thrown: [(id: String, script: String, code: NEARError.Code, words: String)] = [
      ("class-refuses", "throw new RequestFailed('User rejected')", .rejected, ""),
      ("class-explains", "throw new RequestFailed({ message: 'no funds' })", .walletFailed, "no funds"),
      ("class-nests", "throw new RequestFailed({ error: { code: 4001 } })", .rejected, ""),
      ("class-unknown", "throw new RequestFailed({ limit: 'reached' })", .walletFailed, "reached"),
      ("class-number", "throw new RequestFailed(17)", .walletFailed, "17"),
      ("class-empty", "throw new RequestFailed()", .walletFailed, "RequestFailed"),
      (
        "class-named", "throw new (class UserRejectedRequestError extends Error {})('nope')", .rejected, ""
      ),
      (
        "getter", "throw new (class { get message() { return 'the getter said so'; } })()", .walletFailed,
        "the getter said so"
      ),
      ("function-inside", "throw { code: 4001, message: 'no', again() {} }", .rejected, ""),
      (
        "function-nested", "throw Object.assign(new Error('said so'), { data: { again() {} } })",
        .walletFailed, "said so"
      ),
      ("function", "throw () => 'no'", .walletFailed, "no"),
      ("symbol", "throw Symbol('the symbol said so')", .walletFailed, "the symbol said so"),
      ("big-code", "throw { code: 4001n }", .rejected, ""),
      ("wrapped", "throw new String('the text said so')", .walletFailed, "the text said so"),
      ("cause", "throw new Error('failed', { cause: new Error('User rejected') })", .rejected, ""),
      (
        "cycle", "const one = new Error('said so'); throw Object.assign(one, { one })", .walletFailed,
        "said so"
      ),
      (
        "event", "throw new CloseEvent('close', { reason: 'the event said so' })", .walletFailed,
        "event said so"
      ),
      ("element", "throw document.body", .walletFailed, ""),
      ("window", "throw window", .walletFailed, ""),
      (
        "failing-getter", "throw { get message() { throw 1; }, reason: 'the other said so' }", .walletFailed,
        "the other said so"
      ),
      (
        "revoked", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy", .walletFailed,
        "without a reason"
      ),
      (
        "deep", "let deep = 'no'; for (let n = 0; n < 1e5; n++) deep = { deep }; throw deep", .walletFailed,
        ""
      ),
      ("long", "throw new Error('so '.repeat(1 << 23))", .walletFailed, "so so so"),
      ("wide", "throw Array.from({ length: 1e6 }, () => ({}))", .walletFailed, ""),
      (
        "numbers", "throw Object.assign(new Error('said so'), { data: new Array(1e7).fill(1.5e300) })",
        .walletFailed, "said so"
      ),
      (
        "numbers-first", "throw { list: new Array(1e7).fill(true), message: 'said so' }", .walletFailed,
        "said so"
      ),
      (
        "holes", "throw Object.assign(new Error('said so'), { data: new Array(1e7) })", .walletFailed,
        "said so"
      ),
      ("returned-numbers", "return new Array(1e7).fill(7)", .walletFailed, "too long"),
      ("nothing", "throw undefined", .walletFailed, "without a reason"),
      ("returned-long", "return ['so '.repeat(1 << 23)]", .walletFailed, "too long"),
      (
        "returned-deep", "let deep = []; for (let n = 0; n < 1e5; n++) deep = [deep]; return deep",
        .walletFailed, "deep"
      ),
    ]

    func testThrownValueKeepsItsMeaning() throws {
      for library in try WalletBench.libraries() {
        try onLoop(timeLimit: 120) {
          let scripts = Self.thrown.map { ("/\($0.id).js", Self.script("async signIn() { \($0.script); }")) }
          let bench = try WalletBench(
            Self.thrown.map(\.id), scripts: Dictionary(uniqueKeysWithValues: scripts), library: library
          ) { $0.operationTimeLimit = .seconds(10) }
          for (id, _, code, words) in Self.thrown {
            do {
              _ = try await bench.manager.signIn(walletId: id)
              XCTFail("\(id) connected")
            } catch let error as NEARError {
              XCTAssertEqual(error.code, code, "\(id): \(error.reason.prefix(200))")
              XCTAssertTrue(
                words.isEmpty || error.reason.contains(words), "\(id): \(error.reason.prefix(200))")
            }
          }
        }
      }
    }

    /// Wallets that answer with more than a message can carry, or whose own object is unusual.
    private static let returned: [(id: String, wallet: String)] = [
      ("returns-function", "({ async signIn() { return [{ accountId, publicKey: '', again() {} }]; } })"),
      ("returns-cycle", "({ async signIn() { const one = { accountId }; one.one = one; return [one]; } })"),
      ("returns-set", "({ async signIn() { return new Set([{ accountId }]); } })"),
      ("returns-map", "({ async signIn() { return [new Map([['accountId', accountId], ['big', 1n]])]; } })"),
      ("returns-class", "({ async signIn() { return [{ toJSON: () => ({ accountId }) }]; } })"),
      ("returns-proxy", "({ async signIn() { return new Proxy([{ accountId }], {}); } })"),
      ("returns-at-once", "({ signIn() { return [{ accountId }]; } })"),
      (
        "is-class",
        "new (class { #account = accountId; async signIn() { return [{ accountId: this.#account }]; } })()"
      ),
      ("is-frozen", "Object.freeze({ async signIn() { return [{ accountId }]; } })"),
      ("is-proxy", "new Proxy({ async signIn() { return [{ accountId }]; } }, {})"),
    ]

    func testReturnedValueArrives() throws {
      for library in try WalletBench.libraries() {
        try onLoop(timeLimit: 60) {
          let scripts = Self.returned.map {
            ("/\($0.id).js", "const accountId = 'alice.near';\nwindow.selector.ready(\($0.wallet));")
          }
          let bench = try WalletBench(
            Self.returned.map(\.id), scripts: Dictionary(uniqueKeysWithValues: scripts), library: library
          ) { $0.operationTimeLimit = .seconds(10) }
          for (id, _) in Self.returned {
            let result = try await bench.manager.signIn(walletId: id)
            XCTAssertEqual(result.account.accountId, "alice.near", id)
          }
        }
      }
    }

    func testMethodThatCannotBeReadFails() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(
            ["unreadable"],
            scripts: [
              "/unreadable.js": Self.script("get signIn() { throw new Error('the getter failed'); }")
            ],
            library: library
          ) { $0.operationTimeLimit = .seconds(10) }
          do {
            _ = try await bench.manager.signIn(walletId: "unreadable")
            XCTFail("the wallet connected")
          } catch let error as NEARError {
            XCTAssertTrue(error.reason.contains("the getter failed"), error.reason)
          }
        }
      }
    }

    private static func script(_ method: String) -> String {
      """
      class RequestFailed extends Error {
        name = "RequestFailed";
        constructor(payload) { super(); this.payload = payload; }
      }
      window.selector.ready({ \(method) });
      """
    }
  }
#endif
