import Doorward
import Foundation

/// Answers like a server at once, so that the measurement is of the SDK alone.
enum CannedServer {
  static let transport = DoorwardTransport { request in
    guard request.url.hasSuffix("/v1/anonymous") else { return DoorwardResponse(status: 200) }
    return DoorwardResponse(status: 200, body: Array(session.utf8))
  }

  @MainActor static func client() -> Doorward {
    Doorward(
      DoorwardConfiguration(
        serverURL: URL(string: "https://accounts.example.com") ?? URL(fileURLWithPath: "/"),
        storage: InMemorySessionStorage(), transport: transport, logger: .silent, visitors: .staySignedOut,
        renewsAhead: false))
  }

  private static let session = """
    {"access_token": "\(String(repeating: "a", count: 600))", "account_token": "b", "token_type": "Bearer",
    "expires_in": 900, "refresh_token": "c", "refresh_expires_in": 2592000, "session_id": "d", "is_new_user": true,
    "user": {"id": "e", "kind": "anonymous", "identities": []}}
    """
}
