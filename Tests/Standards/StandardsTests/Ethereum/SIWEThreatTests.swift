import Encodings
import EthereumSignatures
import SignInWithEthereum
import Testing

/// An attacker changes a message or a signature between its issue and its return.
@Suite("SIWE verification: attacks")
struct SIWEThreatTests {
  let key: EthereumSecretKey
  let message: SIWEMessage
  let verifier: SIWEVerifier

  init() throws {
    key = try EthereumSecretKey(bytes: [UInt8](repeating: 0x15, count: 32))
    var fields = SIWEFields.full
    fields.address = key.address.checksummed
    fields.domain = "example.com"
    fields.expirationTime = "2021-09-30T16:30:24Z"
    message = try SIWEMessage(fields)
    let now = try Timestamp(rfc3339: "2021-09-30T16:26:00Z")
    verifier = SIWEVerifier(
      policy: .all(
        .scheme("https"), .domain("example.com"), .uri(fields.uri), .chain(137), .nonce("32891756aB"),
        .requestID("some_id%20:@"), .time(at: now), .notIssuedInFuture(at: now), .noRecapResources))
  }

  /// The verifier's result if the account signs the changed text.
  private func answer(_ text: String) -> SIWEError.Code? {
    do throws(SIWEError) {
      _ = try verifier.verify(message: text, signature: key.sign(PersonalMessage(text)).description)
      return nil
    } catch {
      return error.code
    }
  }

  private func answer(_ edit: (inout SIWEFields) -> Void) throws -> SIWEError.Code? {
    var fields = message.fields
    edit(&fields)
    return try answer(SIWEMessage(fields).text)
  }

  @Test("the unchanged message is accepted")
  func accepted() { #expect(answer(message.text) == nil) }

  @Test("another domain, URI, chain, scheme, nonce or request id is refused")
  func bindings() throws {
    #expect(try answer { $0.domain = "evil.example" } == .wrongDomain)
    #expect(try answer { $0.uri = "https://example.com/other" } == .wrongURI)
    #expect(try answer { $0.chainID = 1 } == .wrongChain)
    #expect(try answer { $0.scheme = "http" } == .wrongScheme)
    #expect(try answer { $0.nonce = "12345678" } == .wrongNonce)
    #expect(try answer { $0.requestID = nil } == .wrongRequestID)
  }

  @Test("an expired, not yet valid or future message is refused")
  func times() throws {
    let expired = try answer {
      $0.notBefore = nil
      $0.expirationTime = "2021-09-30T16:25:59Z"
    }
    #expect(expired == .expired)
    #expect(try answer { $0.notBefore = "2021-09-30T16:26:01Z" } == .notYetValid)
    #expect(try answer { $0.issuedAt = "2021-09-30T16:26:01Z" } == .issuedInFuture)
  }

  @Test("a ReCap resource is refused")
  func recap() throws {
    #expect(try answer { $0.resources = ["urn:recap:eyJhdHQiOnt9fQ"] } == .recapRefused)
  }

  @Test("carriage returns and additional white space are refused")
  func whitespace() {
    let text = message.text
    var altered = [
      text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"), " " + text, "\n" + text,
      text + " ",
      text + "\n", text + "\r\n", text + "\u{0}", "\u{feff}" + text, text.replacing("URI: ", with: "URI:  "),
      text.replacing("Nonce: ", with: "Nonce:\t"), text.replacing(": 1\n", with: ": 1 \n"),
    ]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices {
      for ending in ["\r", " ", "\t"] where index != 3 {
        var lines = lines
        lines[index] += ending
        altered.append(lines.joined(separator: "\n"))
      }
      var lines = lines
      lines[index] = " " + lines[index]
      if index != 3 { altered.append(lines.joined(separator: "\n")) }
    }
    for text in altered { #expect(answer(text) != nil, "accepted: \(text.debugDescription)") }
  }

  @Test("duplicate, reordered, missing and unknown lines are refused")
  func lines() {
    let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
    func text(_ lines: [Substring]) -> String { lines.joined(separator: "\n") }
    // The last lines are resources, which may occur in any number and order.
    let fixed = lines.indices.dropLast(3)
    for index in fixed {
      var duplicated = lines
      duplicated.insert(lines[index], at: index)
      #expect(answer(text(duplicated)) != nil, "accepted a second \(lines[index])")
      var unknown = lines
      unknown.insert("Role: admin", at: index)
      #expect(answer(text(unknown)) != nil, "accepted an unknown line before \(lines[index])")
      for other in fixed where other > index && lines[other] != lines[index] {
        var swapped = lines
        swapped.swapAt(index, other)
        #expect(answer(text(swapped)) != nil, "accepted \(lines[other]) before \(lines[index])")
      }
      var removed = lines
      removed.remove(at: index)
      // Without one of these lines the message is still valid, and only another policy would refuse it.
      let isOptional = ["I accept", "Expiration", "Not Before"].contains { lines[index].hasPrefix($0) }
      #expect((answer(text(removed)) == nil) == isOptional)
    }
    #expect(answer(message.text + "\nRole: admin") != nil)
    #expect(answer(message.text + "\nResources:\n- urn:a") != nil)
  }

  @Test("a message of a megabyte is refused before parsing")
  func size() throws {
    var fields = message.fields
    fields.statement = String(repeating: "a", count: 1 << 20)
    let text = message.text.replacing("I accept", with: fields.statement ?? "")
    #expect(answer(text) == .messageTooLarge)
    #expect(throws: SIWEError(code: .messageTooLarge, reason: "")) { try SIWEMessage(fields) }
    fields.statement = String(repeating: "a", count: SIWEMessage.maximumLength - message.text.utf8.count)
    #expect(try SIWEMessage(fields).text.utf8.count <= SIWEMessage.maximumLength)
  }

  @Test("case variants of an address are the same account, and a message must use the checksum")
  func addressCase() throws {
    let address = key.address.checksummed
    let variants = [address.lowercased(), "0x" + address.dropFirst(2).uppercased()]
    for variant in variants {
      #expect(try EthereumAddress(parsing: variant) == key.address)
      #expect(answer(message.text.replacing(address, with: variant)) == .invalidAddress)
    }
  }

  @Test("a change of any byte after signing is refused")
  func tampered() throws {
    let signature = try key.sign(message)
    var fields = message.fields
    fields.statement = "I accept nothing."
    let altered = try SIWEMessage(fields)
    #expect(throws: SIWEError(code: .wrongSigner, reason: "")) {
      try verifier.verify(altered, signature: signature)
    }
    for byte in 0..<64 {
      var bytes = signature.bytes
      bytes[byte] ^= 1
      #expect(throws: SIWEError.self) {
        try verifier.verify(message, signature: EthereumSignature(bytes: bytes))
      }
    }
  }

  @Test("signatures of another account and malformed signatures are refused")
  func signatures() throws {
    let good = try key.sign(message)
    let other = try EthereumSecretKey(bytes: [UInt8](repeating: 0x16, count: 32)).sign(message)
    func answer(_ bytes: [UInt8]) -> SIWEError.Code? {
      do throws(SIWEError) {
        _ = try verifier.verify(message: message.text, signature: Hex.encode(bytes, prefix: true))
        return nil
      } catch {
        return error.code
      }
    }
    #expect(answer(good.bytes) == nil)
    #expect(answer(other.bytes) == .wrongSigner)
    for v in UInt8.min...UInt8.max {
      let same = v == good.bytes[64] || v == good.recoveryID
      let isV = [0, 1, 27, 28].contains(v)
      #expect(answer(good.bytes.dropLast() + [v]) == (same ? nil : isV ? .wrongSigner : .malformedSignature))
    }
    #expect(answer(good.compact) == .malformedSignature)
    #expect(answer(Array(good.bytes.dropLast())) == .malformedSignature)
    #expect(answer(good.bytes + [0]) == .unsupportedContractSignature)
    #expect(answer(good.bytes + good.bytes) == .unsupportedContractSignature)
    #expect(answer([]) == .malformedSignature)
  }
}
