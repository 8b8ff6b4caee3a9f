import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings

/// The calls of the HTTP contract that `try` makes.
struct TryAPI: Sendable {
  let origin: WebOrigin
  let application: String?
  private let http = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true))

  init(origin: WebOrigin, application: String?) {
    self.origin = origin
    self.application = application
  }

  func get(_ path: String, bearer: String? = nil) async throws -> JSONValue {
    try await send(.get, path, body: nil, bearer: bearer)
  }

  func post(_ path: String, _ body: JSONValue, bearer: String? = nil) async throws -> JSONValue {
    try await send(.post, path, body: body, bearer: bearer)
  }

  func delete(_ path: String, bearer: String) async throws -> JSONValue {
    try await send(.delete, path, body: nil, bearer: bearer)
  }

  private func send(
    _ method: HTTPMethod, _ path: String, body: JSONValue?, bearer: String?
  ) async throws -> JSONValue {
    var fields: HTTPFields = ["Accept": "application/json"]
    if body != nil { fields["Content-Type"] = "application/json" }
    if let application { fields["Doorward-Application"] = application }
    if let bearer { fields["Authorization"] = "Bearer \(bearer)" }
    let response = try await http.send(
      OutgoingRequest(method: method, url: "\(origin)\(path)", fields: fields, body: body?.serialized() ?? [])
    )
    let isSuccess = (200..<300).contains(response.status)
    if isSuccess, response.body.isEmpty { return .null }
    guard let answer = try? JSONParser.parse(response.body), isSuccess || answer["code"]?.string != nil else {
      throw TryRefusal(
        status: response.status, code: nil, detail: "the answer is not from a Doorward server")
    }
    guard isSuccess else {
      throw TryRefusal(
        status: response.status, code: answer["code"]?.string,
        // OAuth errors have a description instead of a detail.
        detail: answer["detail"]?.string ?? answer["error_description"]?.string ?? "no reason given")
    }
    return answer
  }
}

/// The server refused a call, or its response is not from a Doorward server.
struct TryRefusal: Error, CustomStringConvertible {
  let status: Int
  let code: String?
  let detail: String

  var description: String { "\(status)\(code.map { " \($0)" } ?? ""): \(detail)" }
}

/// The user and the account token of one session.
struct TrySession: Sendable {
  let user: String
  let accountToken: String

  /// Reads the response to a sign-in or a refresh; nil if the response has another form.
  init?(_ answer: JSONValue) {
    guard let user = answer["user"]?["id"]?.string, let token = answer["account_token"]?.string else {
      return nil
    }
    self.user = user
    accountToken = token
  }
}
