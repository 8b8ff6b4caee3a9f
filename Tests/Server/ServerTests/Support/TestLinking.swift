import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings

extension EthereumTestWallet {
  /// Adds the wallet to the account of `bearer`; `isMove` confirms that the wallet leaves another account.
  func link(
    _ server: TestServer, _ bearer: String, moving isMove: Bool = false
  ) async throws -> TestAPI.Answer {
    var proof = try await proof(server, purpose: isMove ? "move" : "link", bearer: bearer)
    if isMove { proof["move"] = true }
    return try await server.listening.send(.post, "/v1/ethereum/link", .object(proof), bearer: bearer)
  }

  /// The same on the hosted page.
  func link(_ browser: TestBrowser, moving isMove: Bool = false) async throws -> TestAPI.Answer {
    var proof = try await proof(browser, purpose: isMove ? "move" : "link").object ?? [:]
    if isMove { proof["move"] = true }
    return try await browser.send(.post, "/session/ethereum/link", .object(proof))
  }
}

extension NEARTestWallet {
  /// Adds the account to the account of `bearer`.
  func link(
    _ server: TestServer, _ bearer: String, moving isMove: Bool = false
  ) async throws -> TestAPI.Answer {
    var proof = try await proof(server, purpose: isMove ? "move" : "link", bearer: bearer)
    if isMove { proof["move"] = true }
    return try await server.listening.send(.post, "/v1/near/link", .object(proof), bearer: bearer)
  }
}

extension TestAPI.Answer {
  /// The account token of a Session.
  var account: String {
    get throws {
      guard let token = self["account_token"].string else { throw UnexpectedAnswer() }
      return token
    }
  }

  /// The refresh token of a Session.
  var refreshToken: String {
    get throws {
      guard let token = self["refresh_token"].string else { throw UnexpectedAnswer() }
      return token
    }
  }

  /// The id of the identity of a wallet, in a User or in the User of a Session.
  func identity(_ wallet: EthereumTestWallet) throws -> String {
    let user = json["user"] ?? json
    let identities = user["identities"]?.array ?? []
    guard let id = identities.first(where: { $0["identifier"]?.string == wallet.address })?["id"]?.string
    else { throw UnexpectedAnswer() }
    return id
  }
}
