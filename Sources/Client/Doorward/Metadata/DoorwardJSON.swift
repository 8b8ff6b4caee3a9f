package import Encodings
public import Foundation

/// A JSON object: the metadata of a user, or an export.
///
/// ```swift
/// struct Settings: Codable { var theme = "light" }
///
/// let settings = try user.info.metadata.decode(Settings.self)
/// try await doorward.user.updateMetadata(DoorwardJSON(encoding: Settings(theme: "dark")))
/// try await doorward.user.updateMetadata(["theme": "dark", "level": nil])
/// ```
public struct DoorwardJSON: Sendable, Hashable {
  /// The object in the form that the SDK uses.
  package var object: JSONObject

  package init(_ object: JSONObject) { self.object = object }

  /// Makes an empty object.
  public init() { object = [:] }

  /// Makes the object that a value encodes to. Dates are ISO 8601 strings.
  ///
  /// - Parameter value: A value that encodes as a JSON object.
  /// - Throws: ``DoorwardError/Code/malformedMetadata``.
  public init(encoding value: some Encodable) throws(DoorwardError) {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    do { try self.init(json: encoder.encode(value)) } catch { throw .metadata(error) }
  }

  /// Reads the text of a JSON object.
  ///
  /// - Throws: ``DoorwardError/Code/malformedMetadata``, also for a number that does not fit a `Double`, such as `1e400`.
  public init(json: Data) throws(DoorwardError) {
    let value: JSONValue
    do { value = try JSONParser.parse(Array(json)) } catch { throw .metadata(error) }
    guard let object = value.object else { throw .metadata(nil) }
    self.object = object
    try requireUsableNumbers()
  }

  /// Refuses a number that no type holds: one of a text, such as `1e400`, or one of the app, such as an infinity. Stored or
  /// sent as null, it would remove its member.
  ///
  /// - Throws: ``DoorwardError/Code/malformedMetadata``.
  func requireUsableNumbers() throws(DoorwardError) {
    guard Self.hasUsableNumbers(.object(object)) else { throw .metadata(nil) }
  }

  private static func hasUsableNumbers(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let number): number.double != nil
    case .array(let values): values.allSatisfy(hasUsableNumbers)
    case .object(let object): object.allSatisfy { hasUsableNumbers($0.value) }
    default: true
    }
  }

  /// Decodes the object. Dates are ISO 8601 strings.
  ///
  /// - Returns: The value.
  /// - Throws: ``DoorwardError/Code/malformedMetadata`` if the object does not have the form of the type.
  public func decode<Decoded: Decodable>(
    _ type: Decoded.Type = Decoded.self
  ) throws(DoorwardError) -> Decoded {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do { return try decoder.decode(type, from: json) } catch { throw .metadata(error) }
  }

  /// The text of the object.
  public var json: Data { Data(object.serialized()) }

  /// The names of the members.
  public var keys: [String] { object.keys }

  /// Whether the object has no members.
  public var isEmpty: Bool { object.isEmpty }

  /// A member of the object; nil if there is none. Setting nil removes a member, ``DoorwardJSONValue/null`` sets it to null.
  public subscript(key: String) -> DoorwardJSONValue? {
    get { object[key].map { DoorwardJSONValue($0) } }
    set { object[key] = newValue?.json }
  }
}

extension DoorwardJSON: ExpressibleByDictionaryLiteral, CustomStringConvertible {
  public init(dictionaryLiteral elements: (String, DoorwardJSONValue)...) {
    object = JSONObject(elements.map { ($0, $1.json) })
  }

  public var description: String { String(decoding: object.serialized(), as: UTF8.self) }
}

extension DoorwardError {
  fileprivate static func metadata(_ cause: (any Error)?) -> DoorwardError {
    DoorwardError(
      code: .malformedMetadata, reason: "The metadata does not have the expected form.",
      underlyingError: cause)
  }
}
