public import Encodings

/// The extensions that an authentication asks for.
public struct AuthenticationExtensions: Sendable, Hashable {
  /// The operation on the blob of the credential (WebAuthn L3 §10.1.5).
  public enum LargeBlob: Sendable, Hashable {
    /// Read it.
    case read
    /// Replace it.
    case write([UInt8])
  }

  /// `largeBlob`.
  public var largeBlob: LargeBlob?
  /// `prf`.
  public var prf: PRFInputs?

  /// Creates inputs; by default none.
  public init(largeBlob: LargeBlob? = nil, prf: PRFInputs? = nil) {
    self.largeBlob = largeBlob
    self.prf = prf
  }

  init(_ reader: ResponseReader) throws(WebAuthnError) {
    if let blob = try reader.optionalObject("largeBlob") {
      let write = try blob.optionalBytes("write")
      let reads = try blob.optionalBool("read") ?? false
      guard !(reads && write != nil) else {
        throw ResponseReader.malformed("largeBlob must not read and write at once")
      }
      largeBlob = write.map(LargeBlob.write) ?? (reads ? .read : nil)
    }
    prf = try reader.optionalObject("prf").map { prf throws(WebAuthnError) in try PRFInputs(prf) }
  }

  /// The member `extensions` of the options; nil if nothing is asked for.
  var json: JSONValue? {
    var object = JSONObject()
    switch largeBlob {
    case .read: object["largeBlob"] = ["read": true]
    case .write(let blob): object["largeBlob"] = ["write": .string(Base64URL.encode(blob))]
    case nil: break
    }
    object["prf"] = prf?.json
    return object.isEmpty ? nil : .object(object)
  }
}

/// The outputs of extensions of an authentication. Outputs that were not asked for are kept and mean nothing.
public struct AuthenticationExtensionOutputs: Sendable, Hashable {
  /// `largeBlob.blob`: the blob that was read; nil if its bytes are lost.
  public let largeBlob: [UInt8]?
  /// `largeBlob.written`: whether the blob was replaced.
  public let largeBlobWritten: Bool?
  /// `prf.results`; nil if their bytes are lost.
  public let prfResults: PRFValues?
  /// All outputs of the client, including those above.
  public let client: JSONObject

  init(_ reader: ResponseReader?) throws(WebAuthnError) {
    let blob = try reader?.optionalObject("largeBlob")
    largeBlob = blob?.hasLostBytes("blob") == true ? nil : try blob?.optionalBytes("blob")
    largeBlobWritten = try blob?.optionalBool("written")
    prfResults = try reader?.optionalObject("prf")?.optionalObject("results").flatMap {
      results throws(WebAuthnError) in try PRFValues.output(results)
    }
    client = reader?.object ?? JSONObject()
  }
}
