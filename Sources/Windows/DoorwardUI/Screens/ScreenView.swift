#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import DoorwardTexts
  internal import Foundation
  internal import SwiftUI
  internal import UniformTypeIdentifiers

  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// One view of a sign-in or of the account: keeps what the user types, and draws the content.
  ///
  /// The view around it gives it the identity of the content's name, so that another view begins with its own texts.
  struct ScreenView: View {
    let content: ScreenContent
    /// Performs the action of a button with the texts of the fields.
    let perform: (ScreenContent.Button, FieldTexts) -> Void
    /// The strength of new passwords; nil in a view without a server.
    let estimates: PasswordEstimates?
    /// Draws the content; nil for the standard view.
    let replacement: (@MainActor (DoorwardScreen) -> AnyView)?
    @State private var texts: FieldTexts
    @State private var focus: FieldName?
    @State private var saved: SavedText?
    @Environment(\.openURL) private var openURL
    @Environment(\.doorwardTexts) private var around
    @Environment(\.doorwardTheme) private var theme
    @Environment(\.colorScheme) private var colorScheme

    init(
      _ content: ScreenContent, estimates: PasswordEstimates? = nil,
      replacement: (@MainActor (DoorwardScreen) -> AnyView)? = nil,
      perform: @escaping (ScreenContent.Button, FieldTexts) -> Void
    ) {
      self.content = content
      self.estimates = estimates
      self.replacement = replacement
      self.perform = perform
      _texts = State(initialValue: content.initialTexts)
      _focus = State(initialValue: content.problem?.field ?? content.firstFocus)
    }

    private var screen: DoorwardScreen {
      DoorwardScreen(
        content: content, texts: $texts, focus: $focus, meter: estimates?.meter ?? PasswordMeter(),
        perform: press)
    }

    var body: some View {
      Group {
        if let replacement { replacement(screen) } else { StandardScreen(screen: screen) }
      }
      .environment(\.layoutDirection, content.isRightToLeft ? .rightToLeft : .leftToRight)
      .environment(\.locale, Locale(identifier: content.language))
      .environment(\.doorwardTexts, around.inLanguage(of: content))
      .environment(\.doorwardTheme, theme.completed(by: content.colors, in: colorScheme))
      .onChange(of: texts, initial: true) { old, new in
        estimates?.type(new, in: content)
        if let button = content.button(pressedByTyping: new, after: old) { press(button, new) }
      }
      .onChange(of: content) { old, new in
        texts = new.texts(after: old, typed: texts)
        // The field of a new code has come in the place of an expired one.
        if let field = new.firstFocus, field != old.firstFocus { focus = field }
      }
      // A remaining time changes the problem each second.
      .onChange(of: content.problem?.announcement, initial: true) { _, _ in show(content.problem) }
      .onChange(of: content.notice, initial: true) { _, notice in announce(notice) }
      .fileExporter(
        isPresented: isSaving, document: saved, contentType: saved?.contentType ?? .plainText,
        defaultFilename: saved?.file.name
      ) { _ in saved = nil }
    }

    private var isSaving: Binding<Bool> {
      Binding(get: { @MainActor in saved != nil }, set: { @MainActor in if !$0 { saved = nil } })
    }

    /// Does what needs only the device, and reports the rest.
    private func press(_ button: ScreenContent.Button, _ texts: FieldTexts) {
      switch button.action {
      case .copy(let secret):
        Clipboard.copy(secret)
        announce(around.inLanguage(of: content).text("action.copiedStatus"))
      case .save(let file): saved = SavedText(file)
      case .open(let address): if let url = URL(string: address) { openURL(url) }
      case .signIn, .account, .choosePhoto: perform(button, texts)
      }
    }

    private func show(_ problem: ScreenContent.Problem?) {
      announce(problem?.announcement)
      if let field = problem?.field { focus = field }
    }

    private func announce(_ text: String?) {
      if let text { Announcement.post(text) }
    }
  }

  /// Copies secrets so that they stay on this device, and leave the clipboard of an iPhone or iPad after a time.
  @MainActor enum Clipboard {
    static func copy(_ secret: String) {
      #if canImport(UIKit)
        UIPasteboard.general.setItems(
          [["public.utf8-plain-text": secret]],
          options: [.localOnly: true, .expirationDate: Date().addingTimeInterval(120)])
      #else
        NSPasteboard.general.prepareForNewContents(with: .currentHostOnly)
        NSPasteboard.general.setString(secret, forType: .string)
        // Clipboard managers do not keep what has this type (http://nspasteboard.org).
        NSPasteboard.general.setString("", forType: .init(rawValue: "org.nspasteboard.ConcealedType"))
      #endif
    }
  }

  /// A text that the user saves as a file.
  struct SavedText: FileDocument {
    static var readableContentTypes: [UTType] { [.plainText, .json] }
    let file: TextFile
    var contentType: UTType { file.format == .json ? .json : .plainText }

    init(_ file: TextFile) { self.file = file }

    // The system's panel only writes.
    init(configuration: ReadConfiguration) throws { throw NotReadable() }

    private struct NotReadable: Error {}

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
      FileWrapper(regularFileWithContents: Data(file.text.utf8))
    }
  }
#endif
