public import DoorwardOpenSSL
public import Encodings
internal import JOSE
public import WebAuthn

/// A metadata file with a valid signature of the FIDO Alliance. Only ``MetadataVerifier`` creates values of this type.
public struct VerifiedMetadata: Sendable {
  /// The contents.
  public let contents: AuthenticatorMetadata

  init(_ contents: AuthenticatorMetadata) { self.contents = contents }
}

/// Verifies the metadata file of the FIDO Metadata Service 3, which is published at `https://mds3.fidoalliance.org`
/// (FIDO MDS 3 §3.2).
public struct MetadataVerifier: Sendable {
  /// The host that the certificate of the FIDO Alliance's signer is issued to.
  public static let signerHost = "mds.fidoalliance.org"

  private let roots: CertificateTrust
  private let host: String
  private let context: OpenSSLContext

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - roots: The certificates that the signer's certificate must lead to, in DER. The FIDO Alliance uses the root
  ///     "GlobalSign Root CA - R3".
  ///   - host: The host that the signer's certificate must be issued to.
  ///   - context: The cryptographic library.
  /// - Throws: ``WebAuthnError`` `malformed_certificate`.
  public init(
    roots: [[UInt8]], host: String = signerHost, context: OpenSSLContext
  ) throws(WebAuthnError) {
    self.roots = try CertificateTrust(certificates: roots)
    self.host = host
    self.context = context
  }

  /// Verifies a file.
  ///
  /// - Parameters:
  ///   - file: The file: a compact JWS.
  ///   - time: The current time.
  ///   - minimumNumber: The number of the last accepted file. An older file is refused.
  /// - Returns: The verified metadata.
  /// - Throws: ``WebAuthnError``: `malformed_metadata`, `untrusted_metadata`, `expired_metadata`.
  public func verify(
    _ file: String, at time: Timestamp, minimumNumber: Int64 = 0
  ) throws(WebAuthnError) -> VerifiedMetadata {
    let limits = JWSLimits(maxTokenLength: 64 << 20, maxHeaderLength: 65_536)
    guard
      let jws = try CertifiedJWS(file, limits: limits, malformed: .malformedMetadata, context: context)
    else {
      throw WebAuthnError(code: .untrustedMetadata, reason: "the signature of the metadata does not match")
    }
    let hosts = try jws.certificates[0].alternativeNames()?.hosts ?? []
    guard hosts.contains(where: { sameBytes($0, host) }) else {
      throw WebAuthnError(
        code: .untrustedMetadata, reason: "the certificate of the signer is not issued to \(host)")
    }
    let chain = try CertificateChain(jws.certificates)
    do {
      try chain.requireTrust(roots, at: time.seconds)
    } catch {
      throw WebAuthnError(code: .untrustedMetadata, reason: error.reason)
    }
    let contents = try AuthenticatorMetadata(payload: jws.payload)
    guard contents.number >= minimumNumber else {
      throw WebAuthnError(
        code: .expiredMetadata, reason: "the metadata has number \(contents.number); a later one is known")
    }
    guard let expiry = contents.expiry, time <= expiry else {
      throw WebAuthnError(
        code: .expiredMetadata, reason: "the metadata was to be replaced until \(contents.nextUpdate)")
    }
    return VerifiedMetadata(contents)
  }
}
