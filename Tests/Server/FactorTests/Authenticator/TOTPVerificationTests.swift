import DoorwardSecondFactors
import DoorwardServerRules
import Foundation
import Testing

@Suite("Verification of authenticator codes")
struct TOTPVerificationTests {
  private let totp = TOTP.standard
  private let secret = AuthenticatorSecret(random: { [UInt8](repeating: 0x5a, count: $0) })
  private let time = Date(timeIntervalSince1970: 1_790_000_010)

  private func code(_ offset: Int64) throws -> OneTimeCode {
    try totp.code(of: secret, at: totp.step(at: time) + offset)
  }

  @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)] as [(Int64, Bool)])
  func oneStepOfDriftIsAccepted(offset: Int64, isAccepted: Bool) throws {
    let accepted = try totp.verify(code(offset), of: secret, at: time, after: nil)
    #expect(accepted?.number == (isAccepted ? totp.step(at: time) + offset : nil))
  }

  @Test func stepsChangeAtWholePeriods() {
    #expect(totp.step(at: Date(timeIntervalSince1970: 0)) == 0)
    #expect(totp.step(at: Date(timeIntervalSince1970: 29.999)) == 0)
    #expect(totp.step(at: Date(timeIntervalSince1970: 30)) == 1)
    #expect(totp.step(at: Date(timeIntervalSince1970: -0.5)) == -1)
  }

  @Test func acceptedCodeIsNotAcceptedAgainInTheDriftWindow() throws {
    let accepted = try #require(try totp.verify(code(0), of: secret, at: time, after: nil))
    for later in [0, 29, 30, 59.0] {
      let moment = time.addingTimeInterval(later)
      #expect(try totp.verify(code(0), of: secret, at: moment, after: accepted.number) == nil)
    }
  }

  @Test func earlierCodeIsNotAcceptedAfterALaterOne() throws {
    let accepted = try #require(try totp.verify(code(1), of: secret, at: time, after: nil))
    #expect(try totp.verify(code(0), of: secret, at: time, after: accepted.number) == nil)
    #expect(try totp.verify(code(-1), of: secret, at: time, after: accepted.number) == nil)
    let next = try totp.verify(code(2), of: secret, at: time.addingTimeInterval(30), after: accepted.number)
    #expect(next?.number == accepted.number + 1)
  }

  @Test func codeOfTwoStepsIsAcceptedForTheLaterOne() throws {
    // Two steps beside each other have the same code about once in a million. For this secret it is these two.
    let step: Int64 = 814_519
    #expect(try totp.code(of: secret, at: step) == totp.code(of: secret, at: step + 1))
    let time = Date(timeIntervalSince1970: Double(step * 30))
    let code = try totp.code(of: secret, at: step)
    let accepted = try #require(try totp.verify(code, of: secret, at: time, after: nil))
    #expect(accepted.number == step + 1)
    #expect(try totp.verify(code, of: secret, at: time, after: accepted.number) == nil)
  }

  @Test func otherCodesAndOtherSecretsAreNotAccepted() throws {
    let right = try code(0)
    var accepted = 0
    for number in 0..<1000 {
      let text = String(format: "%06d", number * 1000)
      let guess = try #require(OneTimeCode(typed: text))
      if guess != right, try totp.verify(guess, of: secret, at: time, after: nil) != nil { accepted += 1 }
    }
    // The codes of the steps before and after are right too.
    #expect(accepted <= 2)
    let other = AuthenticatorSecret(random: { [UInt8](repeating: 0x5b, count: $0) })
    #expect(try totp.verify(right, of: other, at: time, after: nil) == nil)
    // A code with another number of digits is never right.
    let longer = try #require(OneTimeCode(typed: right.text + "0", length: 7))
    #expect(try totp.verify(longer, of: secret, at: time, after: nil) == nil)
  }
}
