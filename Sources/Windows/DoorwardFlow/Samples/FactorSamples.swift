#if DEBUG
  /// Sign-ins at the second factor, and at a new one.
  extension SignInSamples {
    static func waiting(
      _ factors: [SecondFactorKind], new: [SecondFactorKind] = [], _ steps: (inout SignInFlow) -> Void
    ) -> SignInFlow {
      atPassword {
        _ = $0.perform(.submitPassword(password))
        $0.answer(
          .secondFactorRequired(
            WaitingSignIn(
              ticket: Ticket(3), factors: factors, newFactors: new, expiresAt: SampleTime.after(900))))
        steps(&$0)
      }
    }

    static var factors: [Sample] {
      let sentCode = { (steps: (inout SignInFlow) -> Void) in
        waiting([.sentCode, .recoveryCode]) {
          _ = $0.perform(.sendCode)
          $0.answer(.codeSent(sent))
          steps(&$0)
        }
      }
      return [
        ("second-factor.passkey", "everything", waiting(SecondFactorKind.allCases) { _ in }),
        ("second-factor.passkey", "asking", waiting([.passkey]) { _ = $0.perform(.usePasskey) }),
        ("second-factor.authenticator", "empty", waiting([.authenticator, .recoveryCode]) { _ in }),
        (
          "second-factor.authenticator", "wrong",
          waiting([.authenticator]) {
            _ = $0.perform(.submitFactor(code: "123456"))
            $0.answer(.refused(SignInProblem(code: "invalid_code")))
          }
        ),
        ("second-factor.sent-code", "not sent", waiting([.sentCode]) { _ in }),
        ("second-factor.sent-code", "sent", sentCode { _ in }),
        ("second-factor.sent-code", "expired", sentCode { _ = $0.fire(.codeExpiry) }),
        (
          "second-factor.recovery-code", "wrong",
          waiting([.recoveryCode]) {
            _ = $0.perform(.submitFactor(code: "7K2QD-9MXF4"))
            $0.answer(.refused(SignInProblem(code: "invalid_code")))
          }
        ),
        ("too-late", "expired", waiting([.authenticator]) { _ = $0.fire(.expiry) }),
      ]
    }

    static var newFactors: [Sample] {
      let adding = { (steps: (inout SignInFlow) -> Void) in
        waiting([], new: [.authenticator, .passkey]) {
          _ = $0.perform(.chooseFactor(.authenticator))
          $0.answer(
            .authenticator(
              NewAuthenticator(
                ticket: Ticket(5), secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Notes", qrCode: qrCode)))
          steps(&$0)
        }
      }
      let codes = { (steps: (inout SignInFlow) -> Void) in
        adding {
          _ = $0.perform(.submitFactor(code: "123456"))
          $0.answer(.signedIn(SignedIn(recoveryCodes: ["7K2QD-9MXF4", "3H8WP-2RTB6"])))
          steps(&$0)
        }
      }
      return [
        ("new-factor", "both", waiting([], new: [.authenticator, .passkey]) { _ in }),
        ("new-factor", "authenticator only", waiting([], new: [.authenticator]) { _ in }),
        ("new-factor.authenticator", "key", adding { _ in }),
        ("new-factor.authenticator", "checking", adding { _ = $0.perform(.submitFactor(code: "123456")) }),
        ("recovery-codes", "shown", codes { _ in }),
        ("recovery-codes", "warning", codes { _ = $0.perform(.cancel) }),
      ]
    }
  }
#endif
