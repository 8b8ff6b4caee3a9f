import DoorwardStore
import Encodings

/// The proofs of a session as the database keeps them: a JSON array.
enum StoredProofs {
  static func text(_ proofs: [SessionProof]) throws -> String {
    let values = try proofs.map { JSONValue.object(try $0.json()) }
    return String(decoding: JSONValue.array(values).serialized(), as: UTF8.self)
  }

  static func proofs(_ text: String) throws -> [SessionProof] {
    guard case .array(let values) = try StoredJSON.parse(text) else { throw StoredJSON.malformed }
    return try values.map { value in
      guard let proof = SessionProof(value) else { throw StoredJSON.malformed }
      return proof
    }
  }
}
