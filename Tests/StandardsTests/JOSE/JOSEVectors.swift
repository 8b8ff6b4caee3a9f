import Encodings
import JOSE
import Testing

/// The checked-in files of JOSE, read by our own reader.
enum JOSEVectors {
  static func file(_ name: String) throws -> JSONObjectReader {
    let bytes = try [UInt8](vectorData("jose/\(name)"))
    return try JSONObjectReader(JSONParser.parse(bytes, limits: JSONLimits(maxBytes: bytes.count)))
  }

  /// A set of one key as a JSON file would hold it.
  static func keySet(_ key: JSONValue) throws -> JSONWebKeySet {
    try JSONWebKeySet(["keys": [key]])
  }
}
