extension ScreenContent {
  /// A group of elements with a heading, such as a card.
  ///
  /// A list that is being read has a ``Element/progress(_:)``, an empty one a text of the style ``Paragraph/Style/empty``, and one
  /// that could not be read a text of the style ``Paragraph/Style/warning`` and a button that reads it again.
  public struct Section: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// The heading; nil if the section has none.
    public var title: String?
    /// The symbol before the heading.
    public var symbol: Symbol?
    /// The elements, among them no section.
    public var elements: [Element]
    /// A sentence below the elements.
    public var footer: String?

    package init(
      id: String, title: String?, symbol: Symbol? = nil, elements: [Element], footer: String? = nil
    ) {
      self.id = id
      self.title = title
      self.symbol = symbol
      self.elements = elements
      self.footer = footer
    }
  }

  /// An item of a list.
  public struct Row: Hashable, Sendable {
    /// The accessibility identifier, which has the id of the item if there can be several.
    public var id: String
    /// The first line.
    public var title: String
    /// Whether the first line is an address or a key, which is written from left to right in every language.
    public var isIdentifier: Bool
    /// The second line.
    public var detail: String?
    /// A word beside the first line, such as “This device”.
    public var badge: String?
    /// The symbol before the first line.
    public var symbol: Symbol?
    /// The steps of the item: one is drawn as a button at the end, several as a menu.
    public var actions: [Button]
    /// The label of the menu for assistive technology.
    public var menuLabel: String?

    package init(
      id: String, title: String, isIdentifier: Bool = false, detail: String? = nil, badge: String? = nil,
      symbol: Symbol? = nil, actions: [Button] = [], menuLabel: String? = nil
    ) {
      self.id = id
      self.title = title
      self.isIdentifier = isIdentifier
      self.detail = detail
      self.badge = badge
      self.symbol = symbol
      self.actions = actions
      self.menuLabel = menuLabel
    }
  }

  /// The photo of the user, with the steps that change it.
  public struct Photo: Hashable, Sendable {
    /// The accessibility identifier.
    public var id: String
    /// The label for assistive technology.
    public var label: String
    /// The address of the photo; nil if there is none.
    public var url: String?
    /// The letters to draw if there is no photo; empty if the user has no name.
    public var initials: String
    /// Whether a photo is being sent or removed.
    public var isBusy: Bool
    /// The steps: choose, take, remove.
    public var actions: [Button]

    package init(
      id: String, label: String, url: String?, initials: String, isBusy: Bool = false, actions: [Button] = []
    ) {
      self.id = id
      self.label = label
      self.url = url
      self.initials = initials
      self.isBusy = isBusy
      self.actions = actions
    }
  }
}
