import Accessibility
import CoreGraphics
import Doorward
import DoorwardTesting
import Foundation
import PhotosUI
import SwiftUI
import Testing

@testable import DoorwardUI

@MainActor @Suite(.serialized) struct PhotoWellTests {
  private func signedIn() async throws -> (SignInScene, Screen) {
    let scene = try await SignInScene { $0.methods = ["password", "code", "siwe"] }
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    return (scene, scene.screen(DoorwardProfilePhotoWell()))
  }

  private func choose(_ data: Data?, _ screen: Screen) {
    PhotoLibrary.set(["beach": data])
    #expect(screen.press("doorward.photo.library"))
    #expect(screen.press("library.beach"))
  }

  @Test func signedOutUserSeesAPlaceholder() {
    let screen = Screen(
      DoorwardProfilePhotoWell().doorward(.preview(.guest(.preview()))).doorwardLanguage("en"))
    expectTree("photo.placeholder", screen)
  }

  @Test(.timeLimit(.minutes(1))) func photoIsCroppedAndSent() async throws {
    let (scene, screen) = try await signedIn()
    expectTree("photo.none", screen)
    choose(Data("photo 4000x3000 beach".utf8), screen)
    try #require(await screen.wait { screen.has("doorward.photo.save") })
    expectTree("photo.crop", screen)
    await scene.server.next(.held, for: "/v1/user/photo")
    #expect(screen.press("doorward.photo.save"))
    #expect(!screen.has("doorward.photo.save"))
    try #require(await screen.wait { screen.find("doorward.photo")?.isEnabled == false })
    expectTree("photo.sending", screen)
    let request = await scene.server.request(for: "/v1/user/photo")
    #expect(request?.body.map { String(decoding: $0, as: UTF8.self) } == "photo 3000x3000 beach at 500,0")
    await scene.server.release()
    try #require(await screen.wait { screen.find("doorward.photo")?.isEnabled == true })
    try #require(await screen.wait { Announcements.posted.contains("Photo saved.") })
  }

  @Test(.timeLimit(.minutes(1))) func photoIsCroppedWithoutGestures() async throws {
    let (scene, screen) = try await signedIn()
    choose(Data("photo 4000x3000 beach".utf8), screen)
    try #require(await screen.wait { screen.has("doorward.photo.size") })
    #expect(screen.slide("doorward.photo.size", to: 1.0 / 3))
    #expect(screen.find("doorward.photo.size")?.value == "33 %")
    // The visible square has 1500 pixels: an arrow key moves the photo by 75 of them, and a scroll by 375.
    #expect(screen.press(.rightArrow, at: "doorward.photo.preview"))
    #expect(screen.press(.downArrow, at: "doorward.photo.preview"))
    #expect(screen.press(.downArrow, at: "doorward.photo.preview"))
    #expect(screen.scroll("doorward.photo.preview", to: .trailing))
    #expect(!screen.press(KeyEquivalent("x"), at: "doorward.photo.preview"))
    #expect(screen.press("doorward.photo.save"))
    let request = await scene.server.request(for: "/v1/user/photo")
    #expect(
      request?.body.map { String(decoding: $0, as: UTF8.self) } == "photo 1500x1500 beach at 1550,600")
  }

  @Test(.timeLimit(.minutes(1))) func photoIsRemoved() async throws {
    let (scene, screen) = try await signedIn()
    #expect(!screen.has("doorward.photo.remove"))
    _ = try await scene.doorward.user.setPhoto(Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    try #require(await screen.wait { screen.has("doorward.photo.remove") })
    #expect(screen.press("doorward.photo.remove"))
    try #require(await screen.wait { !screen.has("doorward.photo.remove") })
    #expect(scene.doorward.currentUser?.info.picture == nil)
    #expect(screen.find("doorward.photo")?.isEnabled == true)
    #expect(!screen.has("doorward.photo.problem"))
    try #require(await screen.wait { Announcements.posted.contains("Photo removed.") })
  }

  /// As in the account window, a photo can always be removed.
  @Test(.timeLimit(.minutes(1))) func photoIsOnlyRemovedWhereTheServerCannotProcessPhotos() async throws {
    let scene = try await SignInScene {
      $0.methods = ["password", "code", "siwe"]
      $0.acceptsPhotos = false
    }
    try await scene.makeUser()
    try await scene.doorward.password.login(identifier: "ada@example.com", password: SignInScene.password)
    let screen = scene.screen(DoorwardProfilePhotoWell())
    try #require(await screen.wait { screen.has("doorward.photo.placeholder") })
    #expect(!screen.has("doorward.photo.library") && !screen.has("doorward.photo.camera"))
    _ = try await scene.doorward.user.setPhoto(Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    try #require(await screen.wait { screen.has("doorward.photo.remove") })
    #expect(!screen.has("doorward.photo.library") && !screen.has("doorward.photo.camera"))
  }

  @Test(.timeLimit(.minutes(1))) func cancelledCropSendsNothing() async throws {
    let (scene, screen) = try await signedIn()
    choose(Data("photo 4000x3000 beach".utf8), screen)
    try #require(await screen.wait { screen.has("doorward.photo.save") })
    #expect(screen.pressEscape())
    #expect(!screen.has("doorward.photo.save"))
    #expect(await scene.server.count("/v1/user/photo") == 0)
    #expect(!screen.has("doorward.photo.problem"))
  }

  @Test(.timeLimit(.minutes(1))) func photoOfOneUserIsNotSentForAnother() async throws {
    let (scene, screen) = try await signedIn()
    choose(Data("photo 4000x3000 beach".utf8), screen)
    try #require(await screen.wait { screen.has("doorward.photo.save") })
    try await scene.doorward.siwe.login(with: TestEthereumWallet())
    #expect(screen.press("doorward.photo.save"))
    try #require(await screen.wait { screen.has("doorward.photo.problem") })
    #expect(await scene.server.count("/v1/user/photo") == 0)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [Data("no photo".utf8), nil])
  func fileThatCannotBeReadIsAProblem(data: Data?) async throws {
    let (_, screen) = try await signedIn()
    choose(data, screen)
    try #require(await screen.wait { screen.has("doorward.photo.problem") })
    expectTree("photo.problem", screen)
    let problem = try #require(screen.find("doorward.photo.problem")?.label)
    try #require(await screen.wait { Announcements.posted.contains(problem) })
  }

  @Test(.timeLimit(.minutes(1))) func refusedPhotoIsAProblem() async throws {
    let (scene, screen) = try await signedIn()
    await scene.server.setOffline(true)
    choose(Data("photo 400x300 beach".utf8), screen)
    try #require(await screen.wait { screen.has("doorward.photo.save") })
    screen.press("doorward.photo.save")
    try #require(await screen.wait { screen.has("doorward.photo.problem") })
    #expect(screen.find("doorward.photo")?.isEnabled == true)
  }

  #if canImport(UIKit)
    @Test(.timeLimit(.minutes(1))) func cameraIsOfferedIfThereIsOne() async throws {
      let (_, screen) = try await signedIn()
      #expect(screen.press("doorward.photo.camera"))
      #expect(screen.all.contains { $0.kind == "CameraView" })
      UIImagePickerController.hasCamera = false
      defer { UIImagePickerController.hasCamera = true }
      let (_, other) = try await signedIn()
      #expect(!other.has("doorward.photo.camera"))
    }

    @Test func cameraReportsThePhotoOrNothing() {
      var photos: [Data?] = []
      let delegate = CameraDelegate { photos.append($0) }
      let camera = UIImagePickerController()
      delegate.imagePickerController(
        camera, didFinishPickingMediaWithInfo: [.originalImage: UIImage(jpeg: Data("photo 9x9 me".utf8))])
      delegate.imagePickerControllerDidCancel(camera)
      #expect(photos == [Data("photo 9x9 me".utf8), nil])
    }
  #endif

  @Test func cropStaysInsideOfThePhoto() {
    var crop = PhotoCrop(width: 400, height: 300)
    #expect(crop.square == (50, 0, 300))
    crop.move(dx: 5, dy: 5)
    #expect(crop.square == (0, 0, 300))
    crop.enlarge(to: 3)
    #expect(crop.square == (100, 100, 100))
    crop.move(dx: -9, dy: 0.5)
    #expect(crop.square == (300, 50, 100))
    crop.enlarge(to: 100)
    #expect(crop.zoom == 4)
    crop.enlarge(to: 0)
    #expect(crop.square.side == 300)
  }
}

private func == (one: (x: Int, y: Int, side: Int), other: (Int, Int, Int)) -> Bool {
  one.x == other.0 && one.y == other.1 && one.side == other.2
}
