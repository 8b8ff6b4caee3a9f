package import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSystem
import Encodings

/// Asks a range service whether a password is in known breaches, without telling the password.
///
/// The request has the first 5 of 40 hexadecimal digits of the SHA-1 hash, and the answer lists all hashes that begin with
/// them (https://haveibeenpwned.com/API/v3#PwnedPasswords). Padding hides the length of the answer from an observer.
package struct BreachedPasswordRange: Sendable {
  /// Sends a request, usually with an ``OutgoingHTTPClient`` that refuses private addresses.
  package typealias Send = @Sendable (OutgoingRequest) async throws -> OutgoingResponse

  /// The address of the service of Have I Been Pwned.
  package static let defaultEndpoint = "https://api.pwnedpasswords.com/range/"

  private let endpoint: String
  private let timeout: Duration
  private let send: Send
  private let failures: FailureReport

  /// The largest answer. The real ones have less than 100 KB.
  private static let maximumBytes = 200_000

  /// Makes a range lookup.
  ///
  /// - Parameters:
  ///   - endpoint: the URL before the five digits.
  ///   - timeout: the time limit. The user waits for the answer.
  ///   - reportFailure: is called if there is no usable answer, once until the service works again.
  ///   - send: sends the request.
  package init(
    endpoint: String = BreachedPasswordRange.defaultEndpoint, timeout: Duration = .seconds(3),
    reportFailure: @escaping @Sendable () -> Void = {}, send: @escaping Send
  ) {
    self.endpoint = endpoint
    self.timeout = timeout
    failures = FailureReport(report: reportFailure)
    self.send = send
  }

  /// Whether the service answers a request with a range.
  package func answers() async -> Bool { await answer(prefix: "00000", suffix: []) != .unknown }

  /// Finds a password in the known breaches. A failure of any kind is ``BreachedPasswordAnswer/unknown``, so that it never
  /// keeps a user from signing up.
  func find(_ password: PasswordDigest) async -> BreachedPasswordAnswer {
    let digits = password.hexadecimal
    let answer = await answer(prefix: String(digits.prefix(5)), suffix: Array(digits.utf8.dropFirst(5)))
    if answer == .unknown { failures.failed() } else { failures.succeeded() }
    return answer
  }

  private func answer(prefix: String, suffix: [UInt8]) async -> BreachedPasswordAnswer {
    let request = OutgoingRequest(
      url: endpoint + prefix, fields: ["Add-Padding": "true", "Accept": "text/plain"],
      timeout: timeout,
      maximumResponseBytes: Self.maximumBytes)
    guard let response = try? await send(request), response.status == 200,
      response.body.count <= Self.maximumBytes
    else { return .unknown }
    return BreachedPasswordAnswer(response.body, suffix: suffix)
  }
}

/// The answer of a range service about one password.
enum BreachedPasswordAnswer: Sendable, Hashable {
  /// The password is in no known breach.
  case notListed
  /// The password is in breaches.
  case listed(count: Int)
  /// There is no usable answer.
  case unknown

  /// Reads an answer: lines with 35 hexadecimal digits, a colon and a count. Padding has the count 0.
  init(_ body: [UInt8], suffix: [UInt8]) {
    var answer = BreachedPasswordAnswer.notListed
    for line in body.split(separator: UInt8(ascii: "\n")) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let (digits, rest) = (line.prefix(35), line.dropFirst(35))
      guard digits.count == 35, digits.allSatisfy({ Hex.value(of: $0) != nil }),
        rest.first == UInt8(ascii: ":"),
        let count = PHCText.number(String(decoding: rest.dropFirst(), as: UTF8.self))
      else {
        // A web page or another answer that is not a range.
        self = .unknown
        return
      }
      if count > 0, digits.elementsEqual(suffix, by: Self.isSameDigit) { answer = .listed(count: count) }
    }
    self = answer
  }

  private static func isSameDigit(_ left: UInt8, _ right: UInt8) -> Bool {
    Hex.value(of: left) == Hex.value(of: right)
  }
}
