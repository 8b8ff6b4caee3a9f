import DoorwardPasswords

/// Checks that the file of known passwords can be read.
struct BlocklistCheck {
  private static let name = "known passwords"

  /// The file; nil if there is none.
  let path: String?

  func run() -> [Finding] {
    guard let path else { return [] }
    do {
      let list = try PasswordBlocklist(path: path)
      return [.ok(Self.name, "\(path), \(list.count) passwords")]
    } catch {
      return [.problem(Self.name, error.reason, "build it with doorward passwords import")]
    }
  }
}
