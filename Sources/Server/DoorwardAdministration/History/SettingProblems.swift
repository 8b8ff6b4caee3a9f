import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

extension HTTPRequest {
  /// The version in `If-Match` (RFC 9110 §13.1.1); nil if the caller changes any version. A field that is not one version fits none.
  var expectedVersion: String? {
    let values = fields.values(for: "If-Match")
    guard let value = values.first, value != "*" else { return nil }
    guard values.count == 1, value.count >= 2, value.first == "\"", value.last == "\"" else { return "" }
    return String(value.dropFirst().dropLast())
  }
}

extension HTTPResponse {
  /// The response with the id of the change that the request has made, so that the caller can undo exactly that one.
  func naming(_ change: SettingsChange.ID?) -> HTTPResponse {
    guard let change else { return self }
    var response = self
    response.fields.append("Doorward-Change", change.text)
    return response
  }
}

extension Problem {
  /// 422 with the sentence of the configuration, and the key in `field`.
  ///
  /// - Parameters:
  ///   - error: the mistakes.
  ///   - place: the place of the mistakes that is left out of their keys.
  init(_ error: ConfigurationError, inside place: String = "") {
    func field(_ error: ConfigurationError) -> String {
      error.key.hasPrefix("\(place).") ? String(error.key.dropFirst(place.count + 1)) : error.key
    }
    let end = error.reason.hasSuffix("?") || error.reason.hasSuffix(".") ? "" : "."
    self.init(
      status: 422, code: WireCode.invalidSetting, detail: "\(field(error)): \(error.reason)\(end)",
      members: [
        Member("field", .string(field(error))),
        Member(
          "errors",
          .array(error.all.map { ["field": .string(field($0)), "detail": .string($0.reason)] })),
      ])
  }

  static var noSuchChange: Problem {
    Problem(status: 404, code: WireCode.notFound, detail: "There is no such change.")
  }

  init(_ refusal: SettingsRefusal) {
    let detail = "\(refusal.reason.prefix(1).uppercased())\(refusal.reason.dropFirst())."
    switch refusal.code {
    case .setElsewhere:
      self.init(
        status: 409, code: WireCode.setByConfiguration, detail: "\(refusal.path): \(refusal.reason).",
        members: [Member("field", .string(refusal.path))])
    case .changed: self.init(status: 412, code: WireCode.changedMeanwhile, detail: detail)
    case .changedSince:
      self.init(status: 409, code: WireCode.changedSince, detail: "\(refusal.reason).")
    case .missingChange: self = .noSuchChange
    }
  }
}
