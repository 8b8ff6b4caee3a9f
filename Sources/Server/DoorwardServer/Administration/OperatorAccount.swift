#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The account of the person who runs a command.
package enum OperatorAccount {
  /// The name of the account. With sudo(8), it is the account that has run sudo.
  package static var name: String {
    if geteuid() == 0, let name = getenv("SUDO_USER") { return String(cString: name) }
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(getuid(), &account, &texts, texts.count, &found) == 0, found != nil,
      let name = account.pw_name
    else { return "\(getuid())" }
    return String(cString: name)
  }
}
