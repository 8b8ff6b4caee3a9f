extension SIWEPolicy {
  /// No resource of the message is a ReCap (ERC-5573): a `urn:recap:` URI delegates capabilities to
  /// whoever holds the signed message, which a person who only signs in does not mean to do.
  ///
  /// `urn` and the namespace are compared without regard to case (RFC 8141 §3.1). Fails with
  /// `recap_refused`.
  public static let noRecapResources = SIWEPolicy(
    SIWEError(code: .recapRefused, reason: "A resource of the message delegates capabilities (urn:recap:).")
  ) { message in
    guard let resources = message.outline.resources else { return true }
    return message.withBytes(resources) { bytes in
      !bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        line.dropFirst(2).lazy.map { $0 | 0x20 }.starts(with: "urn:recap:".utf8)
      }
    }
  }
}
