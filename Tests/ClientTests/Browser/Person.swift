import Doorward
import Encodings
import EthereumSignatures
import Foundation
import ServerProcess
import SignInWithEthereum
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Somebody with a browser and a wallet: does on the server's page what its script does.
actor Person {
  private let server: RunningServer
  private let wallet: EthereumSecretKey
  private var cookies: [String: String] = [:]
  // Nothing is followed: the way back to the app is a step of its own.
  private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    return URLSession(configuration: configuration)
  }()

  init(_ server: RunningServer, _ wallet: EthereumSecretKey = .throwaway()) {
    self.server = server
    self.wallet = wallet
  }

  var address: String { wallet.address.description }

  /// Opens the page, signs in where nobody is, and lets the app have what it asks for.
  ///
  /// - Returns: where the browser is sent.
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

  /// Opens the page and says no.
  func deny(_ request: URL) async throws -> URL {
    let answer = try await post(
      "/session/authorization/deny", ["ticket": .string(try await ticket(request))])
    return try #require(answer["redirect_to"]?.string.flatMap { URL(string: $0) })
  }

  /// Signs in on the page with the wallet.
  ///
  /// - Returns: who is signed in now.
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

  /// Goes where the browser was sent, as it does.
  func visit(_ address: URL) async throws -> Int {
    let (_, response) = try await session.data(from: address)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  private func ticket(_ request: URL) async throws -> String {
    let (data, _) = try await session.data(from: request)
    let page = String(decoding: data, as: UTF8.self)
    return try String(#require(page.firstMatch(of: /name="doorward-ticket" content="([^"]+)"/)).1)
  }

  private func post(_ path: String, _ body: JSONObject) async throws -> JSONObject {
    var request = URLRequest(url: try #require(URL(string: server.origin + path)))
    request.httpMethod = "POST"
    request.httpBody = Data(body.serialized())
    for (name, value) in [
      "Content-Type": "application/json", "Origin": server.origin, "Sec-Fetch-Site": "same-origin",
    ] {
      request.setValue(value, forHTTPHeaderField: name)
    }
    if !cookies.isEmpty {
      request.setValue(cookies.map { "\($0)=\($1)" }.joined(separator: "; "), forHTTPHeaderField: "Cookie")
    }
    let (data, response) = try await session.data(for: request)
    keep(response)
    return try #require(try JSONParser.parse(Array(data)).object)
  }

  private func keep(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse, let url = http.url else { return }
    let fields = http.allHeaderFields as? [String: String] ?? [:]
    for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) {
      cookies[cookie.name] = cookie.value
    }
  }
}
