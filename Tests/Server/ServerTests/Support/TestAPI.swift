import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation

/// A client of the HTTP contract. It returns complete answers.
struct TestAPI: Sendable {
  let origin: String
  private static let http: OutgoingHTTPClient = {
    var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
    // The OpenAPI document is larger than the default limit.
    configuration.maximumResponseBytes = 1_000_000
    return OutgoingHTTPClient(configuration)
  }()

  /// An answer. Its body is parsed if it is JSON.
  struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let body: [UInt8]

    var json: JSONValue { (try? JSONParser.parse(body)) ?? .null }
    var code: String? { json["code"]?.string }
    subscript(name: String) -> JSONValue { json[name] ?? .null }

    /// The ticket that a page returns with every step; nil if the answer has none.
    var pageTicket: String? {
      String(decoding: body, as: UTF8.self).firstMatch(of: /name="doorward-ticket" content="([^"]+)"/)
        .map { String($0.1) }
    }
  }

  func send(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, bearer: String? = nil,
    fields: HTTPFields = [:]
  ) async throws -> Answer {
    var fields = fields
    if body != nil, !fields.contains("Content-Type") { fields["Content-Type"] = "application/json" }
    if let bearer { fields["Authorization"] = "Bearer \(bearer)" }
    let response = try await Self.http.send(
      OutgoingRequest(
        method: method, url: origin + path, fields: fields, body: body?.serialized() ?? [],
        timeout: .seconds(60)))
    return Answer(status: response.status, fields: response.fields, body: response.body)
  }

  func form(_ path: String, _ text: String, fields: HTTPFields = [:]) async throws -> Answer {
    try await raw(.post, path, Array(text.utf8), type: "application/x-www-form-urlencoded", fields: fields)
  }

  /// Sends a body of any bytes with any type, or without one.
  func raw(
    _ method: HTTPMethod, _ path: String, _ body: [UInt8], type: String? = "application/json",
    fields: HTTPFields = [:]
  ) async throws -> Answer {
    var fields = fields
    if let type { fields["Content-Type"] = type }
    let response = try await Self.http.send(
      OutgoingRequest(
        method: method, url: origin + path, fields: fields, body: body, timeout: .seconds(60)))
    return Answer(status: response.status, fields: response.fields, body: response.body)
  }
}
