internal import Encodings

/// One or two inputs, or outputs, of the extension `prf` (WebAuthn L3 §10.1.4).
public struct PRFValues: Sendable, Hashable {
  /// The first value.
  public var first: [UInt8]
  /// The second value, which is for changing secrets.
  public var second: [UInt8]?

  /// Creates values.
  public init(first: [UInt8], second: [UInt8]? = nil) {
    self.first = first
    self.second = second
  }

  init(_ reader: ResponseReader) throws(WebAuthnError) {
    first = try reader.bytes("first")
    second = try reader.optionalBytes("second")
  }

  /// The output of a client; nil if its bytes are lost.
  static func output(_ reader: ResponseReader) throws(WebAuthnError) -> PRFValues? {
    reader.hasLostBytes("first") ? nil : try PRFValues(reader)
  }

  var json: JSONValue {
    var object: JSONObject = ["first": .string(Base64URL.encode(first))]
    object["second"] = second.map { .string(Base64URL.encode($0)) }
    return .object(object)
  }
}

/// The inputs of the extension `prf`.
public struct PRFInputs: Sendable, Hashable {
  /// The values for any credential.
  public var eval: PRFValues?
  /// The values for some credentials, by credential id. For authentications that list credentials.
  public var evalByCredential: [[UInt8]: PRFValues]

  /// Creates inputs. Without values, a registration asks whether the credential supports the extension.
  public init(eval: PRFValues? = nil, evalByCredential: [[UInt8]: PRFValues] = [:]) {
    self.eval = eval
    self.evalByCredential = evalByCredential
  }

  init(_ reader: ResponseReader) throws(WebAuthnError) {
    eval = try reader.optionalObject("eval").map { values throws(WebAuthnError) in try PRFValues(values) }
    evalByCredential = [:]
    guard let map = try reader.optionalObject("evalByCredential") else { return }
    for name in map.object.keys {
      let id = try ResponseReader.decode(name, path: "evalByCredential")
      evalByCredential[id] = try PRFValues(map.object(name))
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    object["eval"] = eval?.json
    if !evalByCredential.isEmpty {
      let pairs = evalByCredential.map { (Base64URL.encode($0.key), $0.value.json) }
      object["evalByCredential"] = .object(JSONObject(pairs.sorted { $0.0 < $1.0 }))
    }
    return .object(object)
  }
}
