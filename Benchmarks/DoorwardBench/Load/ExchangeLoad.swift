import DoorwardSignIn
import DoorwardWire
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// Exchanges of authorization codes, by users who are signed in on the hosted page.
final class ExchangeLoad {
  private static let redirectURI = "http://127.0.0.1:49152/callback"
  private static let verifier = String(repeating: "v", count: 43)

  private let server: LoadedServer
  /// The cookies of the browser of each user.
  private var cookies: [[String: String]]

  /// Signs users in on the page.
  init(_ server: LoadedServer, users: Int) throws {
    self.server = server
    cookies = Array(repeating: [:], count: users)
    let wallets = LoadedServer.wallets(users)
    let authority = "127.0.0.1:\(server.process.port)"
    let challenges = try send(
      "/session/ethereum/message",
      wallets.map { wallet in
        [
          "address": .string(wallet.address.checksummed), "chain_id": 1, "domain": .string(authority),
          "uri": .string("http://\(authority)"),
        ]
      })
    _ = try send(
      "/session/ethereum/sign-in",
      zip(wallets, challenges).map { wallet, challenge in
        let message = try Self.text(challenge, "message")
        return [
          "message": .string(message), "signature": .string("\(try wallet.sign(PersonalMessage(message)))"),
        ]
      })
  }

  /// The processor time of an exchange, in microseconds.
  func cost() throws -> Double {
    let query =
      "response_type=code&client_id=default&redirect_uri=\(Self.redirectURI)&scope=openid%20account&state=s&nonce=n"
      + "&code_challenge_method=S256&code_challenge=\(Base64URL.encode(SHA256.hash([UInt8](Self.verifier.utf8))))"
    let pages = try server.send(cookies.map { _ in server.get("\(WirePath.authorize)?\(query)") }).answers
    let tickets: [JSONObject] = try pages.map { page in
      let text = String(decoding: page, as: UTF8.self)
      guard let ticket = Self.value(in: text, after: "name=\"doorward-ticket\" content=\"", before: "\"")
      else {
        throw BenchFailure(reason: "the page has no ticket")
      }
      return ["ticket": .string(ticket)]
    }
    // Each user confirms: a client without a secret gets no code before that.
    let questions: [JSONObject] = try send(PagePath.authorization, tickets).map { question in
      ["ticket": .string(try Self.text(question, "ticket"))]
    }
    let decisions = try send(PagePath.authorizationAllow, questions)
    let requests = try decisions.map { decision in
      guard let address = decision["redirect_to"]?.string,
        let code = Self.value(in: address, after: "?code=", before: "&")
      else { throw BenchFailure(reason: "the page gives no code") }
      let body: JSONValue = [
        "grant_type": "authorization_code", "code": .string(code), "client_id": "default",
        "redirect_uri": .string(Self.redirectURI), "code_verifier": .string(Self.verifier),
      ]
      return server.post(WirePath.token, body.serialized())
    }
    return try server.sessions(requests).cost
  }

  /// Sends a request of each user as the script of the page does, and keeps the cookies of the answers.
  private func send(_ path: String, _ bodies: [JSONObject]) throws -> [JSONValue] {
    let origin = "http://127.0.0.1:\(server.process.port)"
    let requests = bodies.indices.map { index in
      let all = cookies[index].map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      let fields =
        ["Origin: \(origin)", "Sec-Fetch-Site: same-origin"] + (all.isEmpty ? [] : ["Cookie: \(all)"])
      return server.post(path, JSONValue.object(bodies[index]).serialized(), fields: fields)
    }
    let answers = try server.send(requests).answers
    for (index, answer) in answers.enumerated() {
      let head = String(decoding: answer.prefix(4096), as: UTF8.self)
      for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("set-cookie: ") {
        let pair = line.dropFirst("set-cookie: ".count).prefix { $0 != ";" }.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2 { cookies[index][String(pair[0])] = String(pair[1]) }
      }
    }
    return try answers.map(LoadedServer.json)
  }

  private static func value(in text: String, after start: String, before end: Character) -> String? {
    text.firstRange(of: start).map { String(text[$0.upperBound...].prefix { $0 != end }) }
  }

  private static func text(_ answer: JSONValue, _ member: String) throws -> String {
    guard let text = answer[member]?.string else { throw BenchFailure(reason: "there is no \(member)") }
    return text
  }
}
