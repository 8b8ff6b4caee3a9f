/// The accepted lengths of a signature.
///
/// The compact form is another encoding of the same signature. A system that records used signatures by their
/// bytes would not recognize it, so it is accepted only on request.
public enum SignatureForm: Sendable, Hashable {
  /// r, s and v in 65 bytes, the format of `personal_sign`.
  case full
  /// 65 bytes, or 64 with the parity in the highest bit of s (EIP-2098).
  case fullOrCompact
}
