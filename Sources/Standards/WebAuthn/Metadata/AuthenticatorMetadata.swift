package import Encodings

/// The FIDO Alliance's descriptions of authenticator models (FIDO Metadata Service 3, §3.1), parsed. The signature of
/// the file is verified by `MetadataVerifier`.
public struct AuthenticatorMetadata: Sendable {
  /// One authenticator model.
  public struct Entry: Sendable, Hashable {
    /// The model; nil for authenticators of U2F.
    public let aaguid: AAGUID?
    /// The key identifiers of the attestation certificates of authenticators of U2F (RFC 5280 §4.2.1.2 method 1).
    public let certificateKeyIdentifiers: [[UInt8]]
    /// The name of the model.
    public let description: String?
    /// The certificates that the model's attestations lead to, in DER. An entry may also be the certificate of the
    /// model itself.
    public let attestationRoots: [[UInt8]]
    /// The reports about the model, such as `FIDO_CERTIFIED_L1` and `REVOKED`, the oldest first.
    public let statuses: [String]

    /// Whether a report says that keys or users' verifications of the model cannot be relied on.
    public var isCompromised: Bool {
      statuses.contains { AuthenticatorMetadata.compromised.contains($0) }
    }
  }

  /// The statuses of FIDO MDS 3 §3.1.4 that make a model unacceptable.
  public static let compromised: Set<String> = [
    "REVOKED", "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
    "USER_KEY_PHYSICAL_COMPROMISE",
  ]

  /// The serial number of the file. A later file has a higher one.
  public let number: Int64
  /// The day until which the next file appears, such as `2026-12-01`.
  public let nextUpdate: String
  /// The models.
  public let entries: [Entry]

  private let models: [AAGUID: Int]
  private let keyIdentifiers: [[UInt8]: Int]

  /// Parses the payload of the file.
  ///
  /// - Throws: ``WebAuthnError`` `malformed_metadata`.
  package init(payload: JSONObject) throws(WebAuthnError) {
    do throws(JSONError) {
      let reader = JSONObjectReader(payload)
      number = try reader.requiredInt64("no")
      nextUpdate = try reader.requiredString("nextUpdate")
      var entries: [Entry] = []
      for entry in try reader.requiredObjects("entries") { entries.append(try Self.entry(entry)) }
      self.entries = entries
    } catch {
      throw Self.malformed(error.reason)
    }
    guard nextUpdate.utf8.count == 10, (try? Timestamp(rfc3339: "\(nextUpdate)T00:00:00Z")) != nil else {
      throw Self.malformed("nextUpdate must be a day such as 2026-12-01")
    }
    var models: [AAGUID: Int] = [:]
    var keyIdentifiers: [[UInt8]: Int] = [:]
    for (place, entry) in entries.enumerated() {
      if let aaguid = entry.aaguid { models[aaguid] = place }
      for identifier in entry.certificateKeyIdentifiers { keyIdentifiers[identifier] = place }
    }
    self.models = models
    self.keyIdentifiers = keyIdentifiers
  }

  /// The entry of a model; nil if the file does not have it.
  public subscript(aaguid: AAGUID) -> Entry? { models[aaguid].map { entries[$0] } }

  /// The entry of an authenticator of U2F, by the key identifier of its attestation certificate.
  package func entry(keyIdentifier: [UInt8]) -> Entry? { keyIdentifiers[keyIdentifier].map { entries[$0] } }

  /// The end of the day until which the next file appears.
  package var expiry: Timestamp? { try? Timestamp(rfc3339: "\(nextUpdate)T23:59:59Z") }

  private static func entry(_ reader: JSONObjectReader) throws(JSONError) -> Entry {
    let statement = try reader.optionalObject("metadataStatement")
    let aaguid = try reader.optionalString("aaguid")
    let identifiers = try reader.optionalStrings("attestationCertificateKeyIdentifiers") ?? []
    var roots: [[UInt8]] = []
    for text in try statement?.optionalStrings("attestationRootCertificates") ?? [] {
      // Some entries have line breaks and spaces in the base64.
      let compact = text.filter { !$0.isWhitespace }
      guard let der = try? Base64.decode(compact) else {
        throw JSONError(code: .wrongType, reason: "an attestation root certificate is not base64")
      }
      roots.append(der)
    }
    return Entry(
      aaguid: aaguid.flatMap { AAGUID($0) },
      certificateKeyIdentifiers: identifiers.compactMap { try? Hex.decode($0) },
      description: try statement?.optionalString("description"), attestationRoots: roots,
      statuses: try (reader.optionalObjects("statusReports") ?? []).compactMap { $0.object["status"]?.string }
    )
  }

  private static func malformed(_ problem: String) -> WebAuthnError {
    WebAuthnError(code: .malformedMetadata, reason: "the metadata file is malformed: \(problem)")
  }
}
