/// The views of proofs from outside, and of the end of a sign-in.
extension SignInDrawing {
  func proof(_ method: SignInMethod) -> ScreenContent {
    let kind = method.traits.kind.rawValue
    return screen(
      texts("windows.proof.\(kind)Title"), lead: texts("windows.proof.\(kind)Text"),
      [.progress(ScreenContent.Progress(id: id("progress"), label: texts("windows.proof.\(kind)Waiting")))])
  }

  func keepAccount(_ step: KeepAccountStep) -> ScreenContent {
    screen(
      texts("keep.title"), lead: texts("keep.text", ["date": texts.date(step.deletesAt)]),
      [
        text("effect", texts("keep.effect")),
        button("keep", texts("keep.keep"), action: .keepAccount, role: .primary),
        button("leave", texts("keep.leave"), action: .startAgain, role: .secondary),
      ])
  }

  var tooLate: ScreenContent {
    screen(
      texts("secondFactor.overTitle"),
      [button("start-again", texts("secondFactor.startAgain"), action: .startAgain, role: .primary)])
  }

  func recoveryCodeUsed(_ left: Int?) -> ScreenContent {
    let count = left.map { $0 == 0 ? texts("secondFactor.noneLeft") : texts("secondFactor.left", count: $0) }
    return screen(
      texts("secondFactor.recoveryUsed"), lead: count,
      [
        text("advice", texts("windows.factor.recoveryAdvice")),
        button("continue", texts("windows.continue"), action: .goOn, role: .primary),
      ])
  }

  var yourName: ScreenContent {
    let name = ScreenContent.Field(
      name: .name, id: id("name"), label: texts("profile.name"), kind: .name)
    return screen(
      texts("signIn.nameTitle"), lead: texts("signIn.nameText"), firstFocus: .name,
      [
        .field(name),
        button(
          "continue", texts("windows.continue"), action: .submitName, role: .primary, required: [name]),
        button("skip", texts("signIn.skip"), action: .goOn, role: .secondary),
      ])
  }

  var passkeyOffer: ScreenContent {
    screen(
      texts("passkeys.offerTitle"),
      lead: texts(flow.method == .code ? "passkeys.offerTextCode" : "passkeys.offerText"),
      [
        button(
          "create", texts("passkeys.offerAction"), action: .addPasskey, role: .primary, symbol: .passkey),
        button("later", texts("passkeys.offerLater"), action: .goOn, role: .secondary),
      ])
  }
}
