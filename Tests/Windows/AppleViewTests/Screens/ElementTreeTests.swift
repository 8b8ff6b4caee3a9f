import Accessibility
import Doorward
import SwiftUI
import Testing

@testable import DoorwardFlow
@testable import DoorwardUI

/// The trees of every kind of element, also of those that only the account has.
@MainActor struct ElementTreeTests {
  private let pressed = Pressed()

  private final class Pressed {
    var actions: [ScreenAction] = []
  }

  private func button(_ id: String, _ label: String, _ role: ScreenContent.Button.Role = .secondary)
    -> ScreenContent.Button
  { ScreenContent.Button(id: id, label: label, role: role, action: .signIn(.retry)) }

  private func screen(
    _ elements: [ScreenContent.Element], _ change: (inout ScreenContent) -> Void = { _ in }
  ) -> Screen {
    var content = ScreenContent(
      name: "test", id: "test", language: "en", title: "Heading", elements: elements)
    change(&content)
    let pressed = pressed
    return Screen(
      ScreenView(content) { button, _ in pressed.actions.append(button.action) }.doorwardLanguage("en"))
  }

  @Test func fieldsHaveTheirContentTypes() {
    let kinds: [(FieldName, ScreenContent.Field.Kind)] = [
      (.identifier, .identifier([.email, .username])), (.address, .email), (.username, .username),
      (.password, .password), (.newPassword, .newPassword(rules: "minlength: 15;")),
      (.code, .oneTimeCode(length: 6)), (.name, .name), (.profile(.firstName), .firstName),
      (.profile(.lastName), .lastName),
    ]
    let fields = kinds.map { name, kind in
      ScreenContent.Element.field(
        ScreenContent.Field(
          name: name, id: "test.\(name.rawValue)", label: "Label of \(name.rawValue)", kind: kind))
    }
    expectTree("elements.fields", screen(fields))
    let others: [(FieldName, ScreenContent.Field.Kind)] = [
      (.identifier, .identifier([.phoneNumber])), (.address, .phoneNumber), (.code, .recoveryCode),
      (.name, .label),
    ]
    expectTree(
      "elements.other-fields",
      screen(
        others.map { name, kind in
          .field(
            ScreenContent.Field(
              name: name, id: "test.\(name.rawValue)", label: "Label of \(name.rawValue)", kind: kind,
              hint: "A hint"))
        }))
  }

  @Test func passwordHasTheNameOfTheAccountForPasswordManagers() {
    let field = ScreenContent.Field(
      name: .password, id: "test.password", label: "Password", kind: .password, accountName: "ada@example.com"
    )
    let screen = screen([.field(field)])
    // Hidden from assistive technology, but there.
    #expect(!screen.shows("ada@example.com"))
    #expect(screen.elements.flatMap(\.all).contains { $0.isHidden && $0.notes.contains("type=username") })
    #expect(screen.mistakes == [])
  }

  @Test func choiceIsAPicker() {
    let options = [
      ScreenContent.Field.Option(id: "de", label: "Deutsch"),
      ScreenContent.Field.Option(id: "en", label: "English"),
    ]
    let field = ScreenContent.Field(
      name: .profile(.locale), id: "test.language", label: "Language", kind: .choice(options),
      initialText: "en")
    let screen = screen([.field(field)])
    expectTree("elements.choice", screen)
    #expect(screen.press(labeled: "Deutsch"))
    #expect(screen.find("test.language")?.children.first { $0.label == "Deutsch" }?.traits == ["selected"])
  }

  @Test func buttonsHaveTheirRoles() {
    var busy = button("test.busy", "Busy", .primary)
    busy.isBusy = true
    busy.isEnabled = false
    var described = button("test.described", "Remove", .destructive)
    described.accessibilityLabel = "Remove the passkey of the phone"
    described.hint = "The passkey no longer signs in"
    var marked = button("test.marked", "Passkey")
    marked.badge = "Last used"
    marked.symbol = .passkey
    expectTree(
      "elements.buttons",
      screen(
        [
          .button(busy), .button(described), .button(marked), .button(button("test.link", "Terms", .link)),
          .button(button("test.cancel", "Cancel", .cancel)),
        ]
      ) {
        $0.back = button("test.back", "Back")
        $0.close = button("test.close", "Close")
      })
  }

  @Test func textsAreInTheirOrder() {
    expectTree(
      "elements.texts",
      screen([
        .text(ScreenContent.Paragraph(id: "test.body", "A text")),
        .text(ScreenContent.Paragraph(id: "test.caption", "A caption", .caption)),
        .text(ScreenContent.Paragraph(id: "test.warning", "A warning", .warning)),
        .text(ScreenContent.Paragraph(id: "test.empty", "Nothing here", .empty)), .divider("or"),
        .divider(nil),
        .progress(ScreenContent.Progress(id: "test.progress", label: "Reading")),
      ]) {
        $0.lead = "The lead"
        $0.notice = "Saved"
        $0.brand = ScreenContent.Brand(name: "Notes", logo: "https://example.com/logo.png")
        $0.problem = ScreenContent.Problem(
          id: "test.problem", text: "It failed", field: nil, retry: button("test.retry", "Try again"))
      })
  }

  @Test func secretsCanBeCopiedAndSaved() {
    let copy = ScreenContent.Button(id: "test.copy", label: "Copy", action: .copy("ABCD1234"))
    let save = ScreenContent.Button(
      id: "test.save", label: "Save", action: .save(TextFile(name: "codes.txt", text: "one\ntwo\n")))
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path d="M4 4h7v1h-7z"/></svg>"#
    let screen = screen([
      .qrCode(ScreenContent.QRCode(id: "test.qr", label: "QR code", svg: svg, uri: "otpauth://totp/x")),
      .secret(
        ScreenContent.Secret(
          id: "test.key", label: "Key", groups: ["ABCD", "1234"], hint: "Type it", copy: copy)),
      .codes(
        ScreenContent.CodeList(id: "test.codes", label: "Codes", codes: ["one", "two"], actions: [save])),
    ])
    expectTree("elements.secrets", screen)
    #expect(screen.press("test.copy"))
    #if canImport(UIKit)
      #expect(UIPasteboard.general.copied == "ABCD1234" && UIPasteboard.general.isLocal)
    #else
      #expect(NSPasteboard.general.copied == "ABCD1234")
    #endif
    #expect(screen.press("test.save"))
    #expect(screen.press("panel.save"))
    #expect(screen.savedFiles == ["codes.txt": "one\ntwo\n"])
    #expect(!screen.has("panel.save"))
    #expect(pressed.actions.isEmpty)
  }

  /// UIKit would show only one of them.
  @Test func viewThatPresentsTwoSheetsIsAMistake() {
    let view = { (isInner: Bool) in
      Text(verbatim: "The app")
        .sheet(isPresented: .constant(true)) {
          Text(verbatim: "First").sheet(isPresented: .constant(isInner)) { Text(verbatim: "Inner") }
        }
        .sheet(isPresented: .constant(!isInner)) { Text(verbatim: "Second") }
    }
    #expect(Screen(view(true)).mistakes == [])
    #expect(Screen(view(false)).mistakes == ["one view presents Sheet and Sheet at once"])
  }

  /// VoiceOver must not read the problem again each second.
  @Test func remainingTimeIsNotReadAgain() {
    let shown = Shown(
      ScreenContent(name: "test", id: "test", language: "en", title: "Heading", elements: []))
    let screen = Screen(ShownView(shown: shown).doorwardLanguage("en"))
    // Other tests post, too, but not while this one runs.
    let earlier = Announcements.posted.count
    for seconds in [42, 41] {
      let text = "Too many tries. Try again in \(seconds) seconds."
      shown.content.problem = ScreenContent.Problem(
        id: "test.problem", text: ProblemSentence(text: text, announcement: "Too many tries."), field: nil,
        retry: nil)
      screen.update()
      #expect(screen.find("test.problem")?.label == text)
    }
    #expect(Announcements.posted.dropFirst(earlier) == ["Too many tries."])
  }

  @Test func rowsHaveAButtonOrAMenu() {
    let one = ScreenContent.Row(
      id: "test.session", title: "Firefox on Linux", detail: "Last used yesterday", badge: "This device",
      symbol: .computer, actions: [button("test.session.end", "Sign out")])
    let several = ScreenContent.Row(
      id: "test.passkey", title: "Phone",
      actions: [
        button("test.passkey.rename", "Rename"), button("test.passkey.remove", "Remove", .destructive),
      ], menuLabel: "More for Phone")
    let none = ScreenContent.Row(id: "test.wallet", title: "0x12…34", isIdentifier: true)
    let section = ScreenContent.Section(
      id: "test.section", title: "Lists", symbol: .passkey, elements: [.row(one), .row(several), .row(none)],
      footer: "The end")
    let screen = screen([.section(section)])
    expectTree("elements.rows", screen)
    #expect(screen.press("test.passkey.remove"))
    #expect(pressed.actions == [.signIn(.retry)])
  }

  @Test func photoHasItsSteps() {
    let photo = ScreenContent.Photo(
      id: "test.photo", label: "Photo of Ada", url: nil, initials: "A",
      actions: [
        ScreenContent.Button(id: "test.photo.library", label: "Choose", action: .choosePhoto(.library))
      ])
    let screen = screen([.photo(photo)])
    expectTree("elements.photo", screen)
    screen.press("test.photo.library")
    #expect(pressed.actions == [.choosePhoto(.library)])
  }

  @Test func linkOpensInTheBrowser() {
    let opened = Opened()
    let button = ScreenContent.Button(
      id: "test.terms", label: "Terms", role: .link, action: .open("https://example.com/terms"))
    let content = ScreenContent(
      name: "test", id: "test", language: "en", title: "", elements: [.button(button)])
    let screen = Screen(
      ScreenView(content) { _, _ in }
        .environment(
          \.openURL,
          OpenURLAction { url in
            opened.urls.append(url.absoluteString)
            return .handled
          }))
    #expect(screen.press("test.terms"))
    #expect(opened.urls == ["https://example.com/terms"])
  }

  private final class Opened {
    var urls: [String] = []
  }

  @Test func rightToLeftContentKeepsIdentifiersLeftToRight() {
    let field = ScreenContent.Field(
      name: .code, id: "test.code", label: "رمز", kind: .oneTimeCode(length: 6))
    let screen = screen([.field(field)]) {
      $0.language = "ar"
      $0.isRightToLeft = true
    }
    #expect(screen.find("test.title")?.isRightToLeft == true)
    #expect(screen.find("test.code")?.isRightToLeft == false)
  }
}

/// A content that changes while it is drawn.
@MainActor @Observable private final class Shown {
  var content: ScreenContent

  init(_ content: ScreenContent) { self.content = content }
}

private struct ShownView: View {
  let shown: Shown

  var body: some View { ScreenView(shown.content) { _, _ in } }
}
