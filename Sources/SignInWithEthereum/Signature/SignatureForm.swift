/// How many bytes a signature may have.
///
/// A compact signature is another spelling of the same one, so a system that lists spent signatures
/// by their bytes would meet it twice: it is read only where asked for.
public enum SignatureForm: Sendable, Hashable {
  /// r, s and v in 65 bytes, as `personal_sign` answers.
  case full
  /// 65 bytes, or 64 with the parity in the highest bit of s (EIP-2098).
  case fullOrCompact
}
