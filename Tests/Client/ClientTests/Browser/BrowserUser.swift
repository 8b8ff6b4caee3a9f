import ChildProcesses
import Doorward
import Encodings
import EthereumSignatures
import Foundation
import SignInWithEthereum
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A user with a browser and a wallet: makes the requests of the page's script.
actor BrowserUser {
  private let server: RunningServer
  private let wallet: EthereumSecretKey
  private var cookies: [String: String] = [:]
  // Follows no redirect: the return to the app is a separate step.
  private let transport = DoorwardTransport.standard

  init(_ server: RunningServer, _ wallet: EthereumSecretKey = .throwaway()) {
    self.server = server
    self.wallet = wallet
  }

  var address: String { wallet.address.description }

  /// Opens the page, signs in if the page is signed out, and allows the request of the app.
  ///
  /// - Returns: the address that the browser is sent to.
  func allow(_ request: URL) async throws -> URL {
    let ticket = try await ticket(request)
    var step = try await post("/session/authorization", ["ticket": .string(ticket)])
    if step["next"]?.string == "sign_in" {
      let session = try await signIn()["current_session_id"]
      step = try await post(
        "/session/authorization", ["ticket": step["ticket"] ?? .null, "session_id": session ?? .null])
    }
    if step["next"]?.string == "confirm" {
      step = try await post("/session/authorization/allow", ["ticket": step["ticket"] ?? .null])
    }
    return try #require(step["redirect_to"]?.string.flatMap { URL(string: $0) })
  }

  /// Opens the page and denies the request.
  func deny(_ request: URL) async throws -> URL {
    let answer = try await post(
      "/session/authorization/deny", ["ticket": .string(try await ticket(request))])
    return try #require(answer["redirect_to"]?.string.flatMap { URL(string: $0) })
  }

  /// Signs in on the page with the wallet.
  ///
  /// - Returns: the state of the page.
  @discardableResult
  func signIn() async throws -> JSONObject {
    let message = try await post(
      "/session/ethereum/message",
      [
        "address": .string(address), "chain_id": 1,
        "domain": .string(String(server.origin.split(separator: "/")[1])),
        "uri": .string(server.origin), "purpose": "sign_in",
      ])
    let text = try #require(message["message"]?.string)
    let signature = try wallet.personalSign(text)
    return try await post(
      "/session/ethereum/sign-in", ["message": .string(text), "signature": .string(signature)])
  }

  /// Loads the address that the browser was sent to.
  func visit(_ address: URL) async throws -> Int { try await get(address).status }

  private func get(_ address: URL) async throws -> DoorwardResponse {
    try await transport.send(DoorwardRequest(method: "GET", url: address.absoluteString))
  }

  private func ticket(_ request: URL) async throws -> String {
    let page = String(decoding: try await get(request).body, as: UTF8.self)
    return try String(#require(page.firstMatch(of: /name="doorward-ticket" content="([^"]+)"/)).1)
  }

  private func post(_ path: String, _ body: JSONObject) async throws -> JSONObject {
    var headers = [
      "Content-Type": "application/json", "Origin": server.origin, "Sec-Fetch-Site": "same-origin",
    ]
    if !cookies.isEmpty { headers["Cookie"] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
    let response = try await transport.send(
      DoorwardRequest(
        method: "POST", url: server.origin + path, headers: headers, body: body.serialized()))
    try keep(response)
    return try #require(try JSONParser.parse(response.body).object)
  }

  private func keep(_ response: DoorwardResponse) throws {
    let origin = try #require(URL(string: server.origin))
    for cookie in HTTPCookie.cookies(
      withResponseHeaderFields: ["Set-Cookie": response.headers["set-cookie"] ?? ""], for: origin)
    {
      cookies[cookie.name] = cookie.value
    }
  }
}
