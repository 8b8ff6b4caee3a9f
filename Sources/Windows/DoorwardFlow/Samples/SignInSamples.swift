#if DEBUG
  internal import Doorward
  internal import Foundation

  /// Sign-ins in every view, in the states that look different: for previews and tests.
  package enum SignInSamples {
    package typealias Sample = (view: String, state: String, flow: SignInFlow)

    /// A method of each kind whose proof comes from outside the view. The views of another method of the kind differ only in its name.
    package static let methods: [SignInMethod] = [.passkey, .near, .browser]

    static let choices = SignInChoices(
      passwordIdentifiers: [.email, .phoneNumber, .username], codeIdentifiers: [.email, .phoneNumber],
      codeComesFirst: false, methods: methods, codeLength: 6, minimumPasswordLength: 15,
      maximumPasswordLength: 256,
      applicationName: "Notes", termsURL: "https://notes.example/terms",
      privacyURL: "https://notes.example/privacy", lastUsed: .passkey)

    private static func confirmation(_ reason: ConfirmationReason) -> SignInChoices {
      SignInChoices(
        passwordIdentifiers: [.email], codeIdentifiers: [.email, .phoneNumber], methods: [.passkey, .near],
        known: KnownIdentifiers([.email: "ada@example.com", .phoneNumber: "+49 151 2345678"]),
        confirmation: reason)
    }

    /// An application that sends a code first, as most do.
    private static let codeFirst = SignInChoices(
      passwordIdentifiers: [.email], codeIdentifiers: [.email], methods: [.passkey, .ethereum, .near],
      codeLength: 6, applicationName: "Notes")

    /// An application whose operator has chosen a look.
    private static let harbor = SignInChoices(
      codeIdentifiers: [.email], applicationName: "Harbor",
      appearance: SignInOffer.Appearance(
        color: "#c04000", logoURL: "https://accounts.example/logo.png",
        titles: ["default": "Welcome aboard", "ar": "أهلًا بك على متن القارب"],
        texts: ["default": "Your boats wait."]))

    /// An image of the form that the server makes: one corner of a QR code.
    static let qrCode = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path d="M4 4h7v1h-7zM4 5h1v1h-1zM10 5h1v1h-1zM4 6h1v1h-1z\
      M6 6h3v1h-3zM10 6h1v1h-1zM4 7h1v1h-1zM6 7h3v1h-3zM10 7h1v1h-1zM4 8h1v1h-1zM6 8h3v1h-3zM10 8h1v1h-1zM4 9h1v1h-1z\
      M10 9h1v1h-1zM4 10h7v1h-7z"/></svg>
      """

    static let sent = SentCode(
      ticket: Ticket(1), maskedAddress: "a•••@example.com", channel: .email,
      channels: [.email, .phoneNumber],
      expiresAt: SampleTime.after(600), resendAt: SampleTime.after(42))
    private static let email = "ada@example.com"
    static let password = "a long old password"
    private static let offline = SignInProblem(code: "offline", remedy: .retry)

    /// The flows, by the name of the view and of the state.
    package static var all: [Sample] {
      [start, passwords, signUp, codes, proofs, factors, newFactors, endings].flatMap(\.self)
    }

    static func flow(
      _ choices: SignInChoices = choices, _ steps: (inout SignInFlow) -> Void
    ) -> SignInFlow {
      var flow = SignInFlow.started(choices)
      steps(&flow)
      return flow
    }

    private static func reading(_ answer: SignInAnswer?) -> SignInFlow {
      var flow = SignInFlow()
      _ = flow.begin()
      if let answer { flow.answer(answer) }
      return flow
    }

    // MARK: The first views

    private static var start: [Sample] {
      [
        ("loading", "reading", reading(nil)),
        ("unavailable", "offline", reading(.refused(offline))),
        (
          "unavailable", "limited",
          reading(.refused(SignInProblem(code: "rate_limited", remedy: .wait(until: SampleTime.after(30)))))
        ),
        ("nothing-offered", "nothing", reading(.offer(SignInChoices()))),
        ("start", "everything", flow { _ in }),
        (
          "start", "password was used last",
          flow(SignInChoices(passwordIdentifiers: [.email], methods: [.near], lastUsed: .password)) { _ in }
        ),
        ("start", "look of the application", flow(harbor) { _ in }),
        ("start", "codes only", flow(SignInChoices(codeIdentifiers: [.phoneNumber])) { _ in }),
        ("start", "passkeys only", flow(SignInChoices(methods: [.passkey])) { _ in }),
        (
          "start", "by invitation",
          flow(SignInChoices(passwordIdentifiers: [.email], needsInvitation: true)) { _ in }
        ),
        (
          "start", "closed",
          flow(SignInChoices(passwordIdentifiers: [.username], isSignUpOpen: false)) { _ in }
        ),
        (
          "start", "sending a code",
          flow(SignInChoices(codeIdentifiers: [.email])) { _ = $0.perform(.continueWith(email)) }
        ),
        (
          "start", "wrong address",
          flow(SignInChoices(codeIdentifiers: [.email])) {
            _ = $0.perform(.continueWith("ada@example"))
            $0.answer(.refused(SignInProblem(code: "email_domain_invalid")))
          }
        ),
        (
          "start", "code refused",
          flow(codeFirst) {
            _ = $0.perform(.continueWith(email))
            $0.answer(
              .refused(SignInProblem(code: "rate_limited", remedy: .wait(until: SampleTime.after(30)))))
          }
        ),
        ("start", "several wallets", flow(codeFirst) { _ in }),
        ("wallets", "shown", flow(codeFirst) { _ = $0.perform(.chooseWallet(typed: "")) }),
        (
          "wallets", "refused in the wallet",
          flow(codeFirst) {
            _ = $0.perform(.chooseWallet(typed: ""))
            _ = $0.perform(.choose(.ethereum, typed: ""))
            $0.answer(.refused(SignInProblem(code: "rejected")))
          }
        ),
        ("start", "confirmation", flow(confirmation(.oldSignIn)) { _ in }),
        (
          "start", "confirmation with the second factor",
          flow(confirmation(.missingSecondFactor)) { _ in }
        ),
        ("nothing-offered", "confirmation", flow(SignInChoices(confirmation: .oldSignIn)) { _ in }),
      ]
    }

    private static func byCode(_ steps: (inout SignInFlow) -> Void) -> SignInFlow {
      flow(codeFirst) {
        _ = $0.perform(.continueWith(email))
        $0.answer(.codeSent(sent))
        steps(&$0)
      }
    }

    static func atPassword(_ steps: (inout SignInFlow) -> Void) -> SignInFlow {
      flow {
        _ = $0.perform(.continueWith(email))
        steps(&$0)
      }
    }

    private static var passwords: [Sample] {
      let refused = { (problem: SignInProblem) in
        atPassword {
          _ = $0.perform(.submitPassword(password))
          $0.answer(.refused(problem))
        }
      }
      return [
        ("password", "empty", atPassword { _ in }),
        ("password", "checking", atPassword { _ = $0.perform(.submitPassword(password)) }),
        ("password", "wrong", refused(SignInProblem(code: "invalid_credentials"))),
        ("password", "offline", refused(offline)),
        (
          "password", "limited",
          refused(SignInProblem(code: "too_many_guesses", remedy: .wait(until: SampleTime.after(300))))
        ),
        (
          "password", "server fault",
          refused(SignInProblem(code: "store_down", remedy: .retry, trace: "0af7651916cd43dd"))
        ),
      ]
    }

    private static var signUp: [Sample] {
      let form = SignUpForm(address: email, name: "Ada", password: "short")
      let open = { (choices: SignInChoices, steps: (inout SignInFlow) -> Void) in
        flow(choices) {
          _ = $0.perform(.createAccount(typed: email))
          steps(&$0)
        }
      }
      return [
        ("sign-up", "everything", open(choices) { _ in }),
        (
          "sign-up", "short password",
          open(choices) {
            _ = $0.perform(.signUp(form))
            $0.answer(.refused(SignInProblem(code: "password_too_short")))
          }
        ),
        ("sign-up", "passkey only", open(SignInChoices(methods: [.passkey])) { _ in }),
        ("sign-up", "user names only", open(SignInChoices(passwordIdentifiers: [.username])) { _ in }),
        (
          "sign-up", "by invitation",
          open(SignInChoices(passwordIdentifiers: [.email], needsInvitation: true)) { _ in }
        ),
      ]
    }

    // MARK: Codes

    private static var codes: [Sample] {
      let signIn = { (steps: (inout SignInFlow) -> Void) in
        atPassword {
          _ = $0.perform(.sendCode)
          $0.answer(.codeSent(sent))
          steps(&$0)
        }
      }
      let reset = { (steps: (inout SignInFlow) -> Void) in
        atPassword {
          _ = $0.perform(.resetPassword)
          $0.answer(.codeSent(sent))
          steps(&$0)
        }
      }
      return [
        ("code.sign-in", "sent", signIn { _ in }),
        ("code.sign-in", "sent first", byCode { _ in }),
        ("code.sign-in", "another can be sent", signIn { _ = $0.fire(.resend) }),
        ("code.sign-in", "checking", signIn { _ = $0.perform(.submitCode("123456")) }),
        (
          "code.sign-in", "wrong",
          signIn {
            _ = $0.perform(.submitCode("123456"))
            $0.answer(.refused(SignInProblem(code: "invalid_code")))
          }
        ),
        ("code.sign-in", "expired", signIn { _ = $0.fire(.codeExpiry) }),
        (
          "code.sign-in", "tried too often",
          signIn {
            _ = $0.fire(.resend)
            _ = $0.perform(.submitCode("123456"))
            $0.answer(.refused(SignInProblem(code: "code_exhausted", remedy: .anotherChallenge)))
          }
        ),
        (
          "code.sign-up", "sent",
          flow {
            _ = $0.perform(.createAccount(typed: email))
            _ = $0.perform(.signUp(SignUpForm(address: email, password: password)))
            $0.answer(.codeSent(sent))
          }
        ),
        ("code.reset", "sent", reset { _ in }),
        ("code.reset", "expired", reset { _ = $0.fire(.codeExpiry) }),
        (
          "code.reset", "listed password",
          reset {
            _ = $0.perform(.submitReset(code: "123456", newPassword: "correct horse battery"))
            $0.answer(.refused(SignInProblem(code: "password_listed")))
          }
        ),
      ]
    }

    private static var proofs: [Sample] {
      methods.map { method in
        ("proof.\(method.rawValue)", "waiting", flow { _ = $0.perform(.choose(method, typed: "")) })
      } + [
        (
          "start", "refused in the wallet",
          flow {
            _ = $0.perform(.choose(.near, typed: ""))
            $0.answer(.refused(SignInProblem(code: "rejected")))
          }
        ),
        (
          "start", "signature of the wallet refused",
          flow {
            _ = $0.perform(.choose(.near, typed: ""))
            $0.answer(.refused(SignInProblem(code: "malformed_signature")))
          }
        ),
      ]
    }

    private static var endings: [Sample] {
      let signedIn = { (signedIn: SignedIn, steps: (inout SignInFlow) -> Void) in
        atPassword {
          _ = $0.perform(.submitPassword(password))
          $0.answer(.signedIn(signedIn))
          steps(&$0)
        }
      }
      let newUser = { (steps: (inout SignInFlow) -> Void) in
        byCode {
          _ = $0.perform(.submitCode("123456"))
          $0.answer(.signedIn(SignedIn(mayAddPasskey: true, needsName: true)))
          steps(&$0)
        }
      }
      let byRecoveryCode = { (left: Int?) in
        waiting([.recoveryCode]) {
          _ = $0.perform(.submitFactor(code: "7K2QD-9MXF4"))
          $0.answer(.signedIn(SignedIn(codesLeft: left)))
        }
      }
      return [
        (
          "keep-account", "asked",
          atPassword {
            _ = $0.perform(.submitPassword(password))
            $0.answer(
              .deletionPending(KeepAccountStep(deletesAt: SampleTime.after(2_592_000), ticket: Ticket(4))))
          }
        ),
        ("recovery-code-used", "three left", byRecoveryCode(3)),
        ("recovery-code-used", "none left", byRecoveryCode(0)),
        ("recovery-code-used", "not known", byRecoveryCode(nil)),
        ("your-name", "asked", newUser { _ in }),
        (
          "your-name", "refused",
          newUser {
            _ = $0.perform(.submitName("Ada"))
            $0.answer(.refused(SignInProblem(code: "invalid_name")))
          }
        ),
        ("passkey-offer", "after a code", newUser { _ = $0.perform(.goOn) }),
        ("passkey-offer", "asked", signedIn(SignedIn(mayAddPasskey: true)) { _ in }),
        (
          "passkey-offer", "failed",
          signedIn(SignedIn(mayAddPasskey: true)) {
            _ = $0.perform(.addPasskey)
            $0.answer(.refused(SignInProblem(code: "passkey_registered")))
          }
        ),
        ("finished.completed", "closed", signedIn(SignedIn()) { _ in }),
        ("finished.cancelled", "closed", flow { _ = $0.perform(.cancel) }),
      ]
    }
  }
#endif
