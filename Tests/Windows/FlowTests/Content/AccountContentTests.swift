import Testing

@testable import DoorwardFlow

@Suite("Content of the account window") struct AccountContentTests {
  @Test(
    "A photo can be chosen where the server can process photos, and always be removed",
    arguments: [(true, false, 2), (true, true, 3), (false, false, 0), (false, true, 1)])
  func photo(acceptsPhotos: Bool, hasPhoto: Bool, buttons: Int) {
    let user = AccountUser(name: "Ada", photo: hasPhoto ? "https://accounts.example/photo" : nil)
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
}
