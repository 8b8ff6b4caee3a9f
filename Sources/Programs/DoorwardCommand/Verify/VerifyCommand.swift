import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

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
  static let summary = "check proofs: one JSON object and one answer per line"
  static let synopsis = "KIND"
  static let options: [CommandOption] = []
  static var discussion: String {
    """
    Each line gets one line as its answer, in order: {"valid": true, …} with the result of the kind, or
    {"valid": false, "code": "…", "detail": "…"}. This includes empty lines and lines that are not JSON
    objects. Answers to complete lines are written before the command waits for more input. Only the given
    members are checked; other members are ignored, and null counts as missing. time is an RFC 3339 date-time
    or a number of seconds since 1970; the default is the current time.

    Kinds, the members of the proof (? marks optional members), and the members of the answer:
    \(kinds)

    siwe checks expiration time and not-before time. nep413 with an account_id answers key_checked: true if
    the id is derived from the key (an implicit account), false if only the chain knows the account's keys.
    jwt takes the algorithm from the key. A token that is not marked as a JWT (typ) and whose payload is not a
    JSON object has no claims: if neither issuer nor audience is given, it is verified as a JWS, and the answer
    has its payload, in base64url, instead of claims.

    The webauthn kinds take the JSON form of the browser's answer as response, and challenge, public_key (a
    COSE_Key), credential_id and user_handle in base64url. origin may be a list. Frames of another origin are
    refused, except in pages of top_origin, or anywhere with cross_origin: true. With a user_handle, the response
    must have it, except with user_identified: true. formats are the accepted attestation statement formats (by
    default all except android-safetynet). With roots, certificates in base64, an attestation must lead to one of
    them at time, so neither none nor self attestation is accepted.

    Exit status: 0 every line was valid (or there was none), 1 a line was not valid, 2 wrong usage.
    """
  }

  private static let maximumParallelism = 16

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let names = verifyKinds.map { $0.name }.joined(separator: ", ")
    guard let name = arguments.operands.first else {
      throw UsageError(message: "choose a kind: \(names)")
    }
    try arguments.requireOperands(1)
    guard let kind = verifyKinds.first(where: { $0.name == name }) else {
      throw UsageError(message: "there is no kind \"\(name)\"; the kinds are \(names)")
    }
    var answers = VerifyAnswers(kind: try kind.init(), parallelism: processors)
    var reader = LineReader(descriptor: STDIN_FILENO)
    while true {
      let lines: [LineReader.Line]
      do throws(ReadFailure) {
        lines = try reader.next()
      } catch {
        Output.fail("standard input cannot be read: \(error.reason)")
        return .refused
      }
      if lines.isEmpty { break }
      Output.json(lines: await answers.answer(lines))
    }
    return answers.areAllValid ? .done : .refused
  }

  private static var processors: Int {
    min(Processors.count, maximumParallelism)
  }

  private static var kinds: String {
    verifyKinds.map { "  \($0.name)\n      {\($0.members)}\n      → \($0.establishes)" }
      .joined(separator: "\n")
  }
}
