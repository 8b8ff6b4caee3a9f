extension SIWEPolicy {
  /// Refuses messages with a ReCap resource (ERC-5573). A `urn:recap:` URI delegates capabilities to the holder
  /// of the signed message, which a user does not intend with a sign-in.
  ///
  /// `urn` and the namespace are compared without letter case (RFC 8141 §3.1). Fails with `recap_refused`.
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
