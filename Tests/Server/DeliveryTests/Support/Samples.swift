import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardStore
import Foundation

/// A moment some seconds after a fixed one.
func moment(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + seconds) }

/// The text of the server's English catalog, as an operator copies it: the part `mail` of the language file, which is the
/// last one, with the language and the direction.
let englishCatalog = try? String(
  contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../../Sources/Texts/DoorwardTexts/Languages/en.json"), encoding: .utf8
).firstMatch(of: /\n  "mail": \{\n(.*)\n  \}\n\}\n$/.dotMatchesNewlines()).map { found in
  let members = found.1.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(2) }
  return "{\n  \"language\": \"en\",\n  \"direction\": \"ltr\",\n\(members.joined(separator: "\n"))\n}\n"
}

extension MessageKind {
  /// A value for each parameter of the kind.
  var sampleParameters: [MessageParameter: String] {
    Dictionary(uniqueKeysWithValues: parameters.map { ($0, $0.sample) })
  }
}

extension QueuedMessage {
  static func newID() throws -> ID { try ID(at: moment(0), random: .system) }
}

extension OutgoingMessage {
  /// A message with sample values.
  static func sample(
    _ kind: MessageKind = .signInCode, to recipient: Recipient? = nil, language: String = "en",
    application: String = "shop", parameters: [MessageParameter: String] = [:], createdAt: Date = moment(0),
    lifetime: TimeInterval = 300,
    handling: OutgoingMessage.Handling = .usual
  ) throws -> OutgoingMessage {
    try OutgoingMessage(
      id: try QueuedMessage.newID(), kind,
      to: try recipient ?? .email(try EmailAddress("ann@example.com")), applicationID: application,
      language: language, parameters: kind.sampleParameters.merging(parameters) { $1 }, createdAt: createdAt,
      expiresAt: createdAt.addingTimeInterval(lifetime), handling: handling)
  }
}
