import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Testing

extension TestAPI.Answer {
  /// The field of a client that keeps the token of its device.
  var device: HTTPFields {
    fields["Doorward-Device"].map { ["Doorward-Device": $0] } ?? [:]
  }
}

extension TestServer {
  /// Asks for the effects of the link of a notice.
  func preview(_ notice: TestMailbox.Message) async throws -> TestAPI.Answer {
    try await secure(notice, "/session/secure")
  }

  /// Secures the account by the link of a notice.
  func secure(_ notice: TestMailbox.Message) async throws -> TestAPI.Answer {
    try await secure(notice, "/session/secure/confirm")
  }

  private func secure(_ notice: TestMailbox.Message, _ path: String) async throws -> TestAPI.Answer {
    try await TestBrowser(self).send(.post, path, ["token": .string(notice.token)])
  }

  /// Whether a session is live.
  func isLive(_ session: TestAPI.Answer) async throws -> Bool {
    try await api.send(.get, "/v1/user", bearer: session.account).status == 200
  }

  /// The user of a session; nil if the session has ended.
  func user(_ session: TestAPI.Answer) async throws -> JSONValue? {
    let answer = try await api.send(.get, "/v1/user", bearer: session.account)
    return answer.status == 200 ? answer.json : nil
  }
}

extension TestMailbox.Message {
  /// The token of the link; empty if the link has none.
  var token: String { link.split(separator: "#").dropFirst().last.map(String.init) ?? "" }
}
