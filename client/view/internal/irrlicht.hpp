/// The graphics library's headers, included so that they compile as C++20. irrXML.h does not compile, so its
/// include guard is defined here, and the class that other headers need from it is declared here.
#pragma once

#define __IRR_XML_H_INCLUDED__  // NOLINT(bugprone-reserved-identifier)
namespace irr::io {
template <class Char, class Super>
class IIrrXMLReader;
}

#include <irrlicht/CDynamicMeshBuffer.h>
#include <irrlicht/IAnimatedMesh.h>
#include <irrlicht/IEventReceiver.h>
#include <irrlicht/IMeshManipulator.h>
#include <irrlicht/ISceneManager.h>
#include <irrlicht/IVideoDriver.h>
#include <irrlicht/IrrlichtDevice.h>
#include <irrlicht/SExposedVideoData.h>
#include <irrlicht/SIrrCreationParameters.h>
#include <irrlicht/SLight.h>

// A copy of the declaration in irrlicht.h, which cannot be included, since it includes irrXML.h.
namespace irr {
extern "C" IRRLICHT_API IrrlichtDevice* IRRCALLCONV
createDeviceEx(const SIrrlichtCreationParameters& parameters);
}
