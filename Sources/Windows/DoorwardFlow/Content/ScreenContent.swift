public import Foundation

/// The controls and texts of a view, in reading order and in the language of the user.
///
/// A renderer draws it and decides nothing: neither which control is there, nor its label, nor whether it is enabled. It keeps
/// the texts that the user types, and reports the ``ScreenAction`` of a pressed button with them.
public struct ScreenContent: Hashable, Sendable {
  /// The stable name of the view, such as `start` or `code.sign-in`. An app that replaces a view knows it by this name.
  public var name: String
  /// The accessibility identifier of the view, such as `doorward.sign-in.start`. The identifiers of its controls begin with it.
  public var id: String
  /// The tag of the language of the texts, such as `de` or `zh-Hant`.
  public var language: String
  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool
  /// The application, above the heading; nil if the view does not show it.
  public var brand: Brand?
  /// The colors of the application; nil for those of the app or of the system.
  public var colors: ScreenColors?
  /// The heading.
  public var title: String
  /// One or two sentences below the heading.
  public var lead: String?
  /// The reason why the last step failed. Assistive technology reads it when it changes.
  public var problem: Problem?
  /// A sentence about a step that has succeeded. Assistive technology reads it when it changes.
  public var notice: String?
  /// The controls and texts below the heading, in reading order.
  public var elements: [Element]
  /// The button at the beginning of the toolbar.
  public var back: Button?
  /// The button that closes the view. The window's own close button and the Escape key do the same.
  public var close: Button?
  /// Whether a step waits for its answer. The button of the step says so too.
  public var isBusy: Bool
  /// The name of the field that gets the keyboard when the view appears. A field with a problem gets it when the problem appears.
  public var firstFocus: FieldName?
  /// The time at which a text of the view changes, because the text has a remaining time. Ask for the content again then.
  public var changesAt: Date?

  package init(
    name: String, id: String, language: String, isRightToLeft: Bool = false, title: String,
    lead: String? = nil,
    elements: [Element] = [], isBusy: Bool = false
  ) {
    self.name = name
    self.id = id
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.title = title
    self.lead = lead
    self.elements = elements
    self.isBusy = isBusy
  }

  /// The application that a view belongs to.
  public struct Brand: Hashable, Sendable {
    /// The name of the application.
    public var name: String
    /// The address of its logo; nil if there is none. An app may draw a logo of its own.
    public var logo: String?

    /// Describes an application.
    public init(name: String, logo: String? = nil) {
      self.name = name
      self.logo = logo
    }
  }

  /// A sentence about a step that has failed.
  public struct Problem: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// A sentence about the failure, and one about the remedy.
    public var text: String
    /// The sentence that assistive technology reads when the problem appears. It is ``text`` without a remaining time, so that it is
    /// not read again each second.
    public var announcement: String
    /// The field that the sentence belongs to: draw it below the field. nil: draw it below the heading.
    public var field: FieldName?
    /// A button that repeats the step; nil if that does not help.
    public var retry: Button?

    package init(id: String, text: String, field: FieldName? = nil, retry: Button? = nil) {
      self.init(
        id: id, text: ProblemSentence(text: text, announcement: text), field: field, retry: retry)
    }

    init(id: String, text: ProblemSentence, field: FieldName?, retry: Button?) {
      self.id = id
      self.text = text.text
      announcement = text.announcement
      self.field = field
      self.retry = retry
    }
  }
}

// MARK: Lookup

extension ScreenContent {
  /// The elements, those of sections too.
  public var allElements: [Element] {
    elements.flatMap { element in
      if case .section(let section) = element { [element] + section.elements } else { [element] }
    }
  }

  /// The fields in reading order.
  public var fields: [Field] {
    allElements.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  /// Every button: of the toolbar, of the problem and of the elements.
  public var buttons: [Button] {
    [back].compactMap(\.self) + [problem?.retry].compactMap(\.self) + allElements.flatMap(\.buttons)
      + [close].compactMap(\.self)
  }

  /// The button that the Return key presses.
  public var defaultButton: Button? { buttons.first { $0.role == .primary } }

  /// Whether a button can be pressed with the texts that the user has typed.
  public func isEnabled(_ button: Button, with texts: FieldTexts) -> Bool {
    button.isEnabled
      && fields.allSatisfy { !button.required.contains($0.name) || $0.isComplete(texts[$0.name]) }
  }

  /// The texts before the user types.
  public var initialTexts: FieldTexts {
    FieldTexts(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.initialText) }))
  }
}

/// The content of a window that can have a dialog, such as the account window.
public struct WindowContent: Hashable, Sendable {
  /// The window. While a dialog is open, its controls cannot be used.
  public var page: ScreenContent
  /// The open dialog; nil if there is none.
  public var dialog: Dialog?

  package init(page: ScreenContent, dialog: Dialog? = nil) {
    self.page = page
    self.dialog = dialog
  }

  /// A dialog above a window.
  public struct Dialog: Hashable, Sendable {
    /// The form of a dialog.
    public enum Style: String, Hashable, Sendable {
      /// A question with a title, a text and buttons: an alert. It may have a problem, as it stays open while the step runs.
      case confirmation
      /// Fields, codes or a list of ways to sign in: a sheet.
      case form
    }

    /// The form.
    public var style: Style
    /// The content. A button whose role is ``ScreenContent/Button/Role/cancel``, and the Escape key, close the dialog.
    public var content: ScreenContent

    package init(style: Style, content: ScreenContent) {
      self.style = style
      self.content = content
    }
  }
}
