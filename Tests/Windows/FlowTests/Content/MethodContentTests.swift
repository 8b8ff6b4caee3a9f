import Doorward
import DoorwardTexts
import Foundation
import Testing

@testable import DoorwardFlow

/// The views of every method have its texts, its symbol and its identifiers. The samples and the transition table show only one
/// method of each kind.
struct MethodContentTests {
  private static let addable = SignInMethod.outside.filter(\.isAddable)

  @Test func samplesHaveAMethodOfEachKind() {
    let kinds = SignInSamples.methods.map(\.traits.kind)
    #expect(kinds.count == Set(kinds).count)
    #expect(Set(kinds) == Set(SignInMethod.outside.map(\.traits.kind)))
  }

  @Test(arguments: SignInMethod.allCases) func methodHasASymbol(_ method: SignInMethod) {
    #expect(!method.traits.systemImage.isEmpty && !method.traits.icons.isEmpty)
    #expect(!method.traits.icons.contains(""))
  }

  @Test(arguments: SignInMethod.outside) func firstViewHasAButton(_ method: SignInMethod) throws {
    let screen = SignInContent.inEnglish.screen(of: start(method), at: FlowEvent.time(0))
    let button = try #require(screen.buttons.first { $0.action == .signIn(.choose(method)) })
    #expect(button.id == "doorward.sign-in.start.\(method.rawValue)")
    #expect(button.symbol == .method(method) && button.role == .primary && button.isEnabled)
  }

  @Test(arguments: SignInMethod.outside) func proofIsAwaitedInAView(_ method: SignInMethod) throws {
    let screen = SignInContent.inEnglish.screen(of: proof(method), at: FlowEvent.time(0))
    #expect(screen.name == "proof.\(method.rawValue)" && screen.back?.label == "Cancel")
    #expect(screen.allElements.map(\.id) == ["doorward.sign-in.proof.\(method.rawValue).progress"])
  }

  @Test(arguments: SignInMethod.outside) func confirmationHasAButton(_ method: SignInMethod) throws {
    let screen = SignInContent.inEnglish.screen(of: confirmation(method), at: FlowEvent.time(0))
    let button = try #require(screen.buttons.first { $0.action == .signIn(.choose(method)) })
    #expect(button.id == "doorward.sign-in.start.\(method.rawValue)")
    #expect(button.symbol == .method(method) && button.isEnabled)
  }

  @Test(arguments: addable) func accountHasAButtonAndADialog(_ method: SignInMethod) throws {
    let page = AccountContent.inEnglish.window(of: state(account(method)), at: FlowEvent.time(0)).page
    let button = try #require(page.buttons.first { $0.action == .account(.begin(.link(method))) })
    #expect(button.symbol == .method(method) && button.isEnabled)
    let window = AccountContent.inEnglish.window(of: state(adding(method)), at: FlowEvent.time(0))
    let dialog = try #require(window.dialog?.content)
    #expect(dialog.id == "doorward.account.add-\(method.rawValue)" && dialog.title == button.label)
    #expect(dialog.allElements.first?.id == "doorward.account.add-\(method.rawValue).progress")
  }

  @Test(arguments: SignInMethod.allCases) func methodWithoutIdentityIsNotAdded(_ method: SignInMethod) {
    #expect(account(method).allows(.begin(.link(method))) == Self.addable.contains(method))
  }

  /// No text of one method is shown for another.
  @Test func everyMethodHasItsOwnTexts() {
    let texts = ContentTexts(Texts(.english))
    for (key, methods) in [
      (\SignInMethod.startText, SignInMethod.outside), (\.confirmText, SignInMethod.allCases),
      (\.addText, Self.addable),
    ] {
      let found = methods.compactMap { texts.known($0[keyPath: key]) }
      #expect(found.count == methods.count && Set(found).count == found.count)
    }
  }

  @Test(arguments: Language.all) func everyLanguageHasTheTextsOfEveryMethod(_ language: Language) {
    let signIn = SignInContent(ContentTexts(Texts(language), zone: .gmt))
    let content = AccountContent(signIn)
    var broken: Set<String> = []
    for method in SignInMethod.outside {
      for flow in [start(method), proof(method), confirmation(method)] {
        broken.formUnion(
          ScreenRules(signIn.screen(of: flow, at: FlowEvent.time(0)), allows: flow.allows).broken)
      }
      for flow in [account(method), adding(method)] {
        let window = content.window(of: state(flow), at: FlowEvent.time(0))
        for screen in [window.page, window.dialog?.content].compactMap(\.self) {
          broken.formUnion(ScreenRules(screen, allows: flow.allows).broken)
        }
      }
    }
    #expect(broken.isEmpty, "\(broken.sorted().prefix(5))")
  }

  // MARK: Identities

  @Test(arguments: addable.filter { $0.traits.kind == .wallet })
  func identityOfAWalletIsThatOfItsMethod(_ method: SignInMethod) throws {
    let rows = rows(ofType: try #require(method.traits.identityType))
    #expect(rows.map(\.id) == ["doorward.account.wallets.identity"])
    #expect(rows.first?.symbol == .method(method) && rows.first?.title == "ada.example")
    let section = try #require(method.traits.section)
    #expect(rows.first?.detail == ContentTexts(Texts(.english)).known("\(section).identity"))
  }

  /// A later version of the server can have more types. The row names the type, and the user can remove the identity.
  @Test func identityOfAnUnknownTypeIsOfNoMethod() {
    let rows = rows(ofType: "carrier_pigeon")
    #expect(rows.map(\.id) == ["doorward.account.identities.identity"])
    #expect(rows.first?.detail == "carrier_pigeon" && rows.first?.symbol == nil)
    #expect(rows.first?.actions.last?.action == .account(.begin(.unlink("identity"))))
  }

  @Test(arguments: ["email", "phone", "username", "passkey"])
  func identityWithItsOwnSectionHasNoOtherRow(_ type: String) {
    #expect(rows(ofType: type).isEmpty)
  }

  /// The rows of wallets and of identities that have no section of their own.
  private func rows(ofType type: String) -> [ScreenContent.Row] {
    let page = AccountContent.inEnglish.window(of: state(account(nil, type)), at: FlowEvent.time(0)).page
    let sections = ["doorward.account.wallets.", "doorward.account.identities."]
    return page.allElements.compactMap { element in
      guard case .row(let row) = element, sections.contains(where: row.id.hasPrefix) else { return nil }
      return row
    }
  }

  // MARK: Flows

  private func start(_ method: SignInMethod) -> SignInFlow { .started(SignInChoices(methods: [method])) }

  private func proof(_ method: SignInMethod) -> SignInFlow {
    var flow = start(method)
    _ = flow.perform(.choose(method, typed: ""))
    return flow
  }

  private func confirmation(_ method: SignInMethod) -> SignInFlow {
    .started(SignInChoices(methods: [method], confirmation: .oldSignIn))
  }

  private func account(_ method: SignInMethod?, _ type: String = "email") -> AccountFlow {
    var flow = AccountFlow()
    _ = flow.begin()
    let user = AccountUser(
      profile: [.name: "Ada"],
      identities: [
        .init(id: "first", type: "email", identifier: "ada@example.com", lastUsedAt: nil),
        .init(id: "identity", type: type, identifier: "ada.example", lastUsedAt: nil),
      ])
    flow.answer(.read(user, AccountOffer(SignInChoices(methods: [method].compactMap(\.self)))))
    flow.list(.passkeys, .passkeys([]))
    return flow
  }

  private func adding(_ method: SignInMethod) -> AccountFlow {
    var flow = account(method)
    _ = flow.perform(.begin(.link(method)))
    return flow
  }

  private func state(_ flow: AccountFlow) -> AccountState { AccountState(flow: flow) }
}
