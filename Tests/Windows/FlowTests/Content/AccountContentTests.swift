import Doorward
import DoorwardTexts
import DoorwardWire
import Testing

@testable import DoorwardFlow

@Suite("Content of the account window") struct AccountContentTests {
  @Test(
    "A photo can be chosen where the server can process photos, and always be removed",
    arguments: [(true, false, 2), (true, true, 3), (false, false, 0), (false, true, 1)])
  func photo(acceptsPhotos: Bool, hasPhoto: Bool, buttons: Int) {
    let user = AccountUser(profile: [.name: "Ada"], photo: hasPhoto ? "https://accounts.example/photo" : nil)
    var flow = AccountFlow()
    _ = flow.begin()
    flow.answer(.read(user, AccountOffer(SignInChoices(), acceptsPhotos: acceptsPhotos)))
    let page = AccountContent.inEnglish.window(of: AccountState(flow: flow), at: FlowEvent.time(0)).page
    let photos = page.allElements.compactMap { element in
      if case .photo(let photo) = element { photo } else { nil }
    }
    #expect(photos.flatMap(\.actions).count == buttons)
    #expect(photos.count == (buttons == 0 ? 0 : 1))
  }

  @Test("Every text of the profile has a field, its value, its label, and the sentence of its refusal")
  func fieldsOfTheProfile() throws {
    let texts = Texts(.english)
    let fields = UserClient.Field.allCases
    #expect(fields.map(\.text) == ProfileText.allCases)
    var flow = AccountFlow()
    _ = flow.begin()
    let profile = Dictionary(uniqueKeysWithValues: fields.map { ($0, "de") })
    flow.answer(.read(AccountUser(profile: profile), AccountOffer(SignInChoices())))
    flow.dialog = AccountDialog(.profile)
    let content = AccountContent(.inEnglish, languages: ["de"])
    let dialog = content.window(of: AccountState(flow: flow), at: FlowEvent.time(0)).dialog
    #expect(dialog?.content.fields.map(\.name) == fields.map(FieldName.profile))
    for field in fields {
      let label = "profile.\(field.text.label)"
      #expect(texts.has(label) && texts.has("error.\(field.text.code)"), "\(field)")
      let shown = try #require(dialog?.content.fields.first { $0.name == .profile(field) })
      #expect(shown.label == texts.text(label) && shown.initialText == "de", "\(field)")
      #expect(SignInProblem(code: field.text.code).field(among: [shown.name]) == shown.name, "\(field)")
    }
  }
}
