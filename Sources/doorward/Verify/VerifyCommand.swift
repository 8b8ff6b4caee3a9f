import DoorwardServer
import DoorwardSessions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes the verifiers available to any language, without a server or a network.
enum VerifyCommand: Command {
  static let words = ["verify"]
  static let summary = "check proofs, a JSON object a line on standard input, and answer a line each"
  static let synopsis = "KIND"
  static let options: [CommandOption] = []
  static var discussion: String {
    """
    Each line is answered by a line, in order: {"valid": true, …} with what is established, or
    {"valid": false, "code": "…", "detail": "…"}. A line that is not a JSON object is answered too, an
    empty one included. Answers to what has arrived are written before more is waited for. What is not
    asked is not checked; members that are not listed are ignored, and null counts as absent. time is an
    RFC 3339 date-time or a number of seconds since 1970; left out, it is now.

    Kinds, the members read (? may be left out), and what is answered:
    \(kinds)

    siwe checks expiration time and not-before time. nep413 with an account_id says key_checked: true where
    the id is the key's own (an implicit account), false where only the chain knows the account's keys.
    jwt takes the algorithm from the key. A token that is not marked a JWT (typ) and whose payload is no
    JSON object has no claims: where neither issuer nor audience is asked, it is judged as a JWS, and the
    answer has its payload, in base64url, in place of claims.

    Exit status: 0 every line was valid (or there was none), 1 one was not, 2 wrong use.
    """
  }

  /// Kinds of the interface that this version does not support yet.
  private static let laterKinds = ["webauthn-registration", "webauthn-authentication"]
  private static let maximumParallelism = 16

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let names = verifyKinds.map { $0.name }.joined(separator: ", ")
    guard let name = arguments.operands.first else {
      throw UsageError(message: "which kind: \(names)?")
    }
    try arguments.requireOperands(1)
    guard let kind = verifyKinds.first(where: { $0.name == name }) else {
      throw UsageError(
        message: laterKinds.contains(name)
          ? "\(name) is not checked by this version; it checks \(names)"
          : "there is no kind \"\(name)\"; there are \(names)")
    }
    var answers = VerifyAnswers(kind: try kind.init(), parallelism: processors)
    var reader = LineReader(descriptor: STDIN_FILENO)
    while true {
      let lines: [LineReader.Line]
      do throws(ReadFailure) {
        lines = try reader.next()
      } catch {
        StandardStream.error.line("doorward: standard input cannot be read: \(error.reason)")
        return .refused
      }
      if lines.isEmpty { break }
      StandardStream.output.write(await answers.answer(lines))
    }
    return answers.areAllValid ? .done : .refused
  }

  private static var processors: Int {
    min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), maximumParallelism)
  }

  private static var kinds: String {
    verifyKinds.map { "  \($0.name)\n      {\($0.members)}\n      → \($0.establishes)" }
      .joined(separator: "\n")
  }
}
