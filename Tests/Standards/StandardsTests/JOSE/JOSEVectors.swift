import Encodings
import JOSE
import Testing

/// The vector files of JOSE, parsed with this package's JSON parser.
enum JOSEVectors {
  static func file(_ name: String) throws -> JSONObjectReader {
    let bytes = try [UInt8](vectorData("jose/\(name)"))
    return try JSONObjectReader(JSONParser.parse(bytes, limits: JSONLimits(maxBytes: bytes.count)))
  }

  /// A set with one key, in the format of a JSON file.
  static func keySet(_ key: JSONValue) throws -> JSONWebKeySet {
    try JSONWebKeySet(["keys": [key]])
  }
}
