/* The roads that a pilot may be given, as SynPilotSetup::map of synchrono_pilot.h. pcp/map.hpp offers the
 * same in C++.
 *
 * All roads are cut into ways. A way is one lane of one section of a road, or of a connection through a
 * junction. Its points run in the direction of travel, even where the map's file has them the other way
 * round. The number of a way, junction or crosswalk is its position in its list. Units are SI and radians,
 * places are in the world frame.
 *
 * A map is valid until the pilot is destroyed and never changes. SynMap is the only structure here that may
 * grow within a version of the interface. */
#ifndef SYNCHRONO_MAP_H
#define SYNCHRONO_MAP_H

#include <stdint.h>

#include "pcp/synchrono_pilot.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SYN_NONE UINT32_MAX /* no way, no junction, no signal group */

enum { /* kinds of ways, by their users */
       SYN_WAY_DRIVING = 0,
       SYN_WAY_BUS = 1, /* for buses and, where bicycles have no way of their own, for bicycles too */
       SYN_WAY_BIKE = 2,
       SYN_WAY_WALK = 3,
       SYN_WAY_PARKING = 4,
       SYN_WAY_OTHER = 5 /* shoulder, kerb, median, ... */
};

enum { SYN_TURN_STRAIGHT = 0, SYN_TURN_LEFT = 1, SYN_TURN_RIGHT = 2, SYN_TURN_U = 3 };

/* A way is straight between its points, which are so close together that its middle is accurate to a few
 * centimetres. */
typedef struct SynWayPoint {
    SynVec3 position; /* on the surface of the road, in the middle of the way */
    double s_m;       /* along the way, from its beginning */
    double yaw_rad;
    double curvature_1_m; /* positive to the left */
    double width_m;
} SynWayPoint;

enum {
    SYN_CONFLICT_CROSSING = 0,
    SYN_CONFLICT_MERGING = 1,  /* both lead into the same way */
    SYN_CONFLICT_CROSSWALK = 2 /* `other` is a crosswalk */
};

/* A stretch of a way on which a body may touch a body on another way, or people on a crosswalk. */
typedef struct SynConflict {
    uint32_t other; /* a way, or a crosswalk */
    int32_t kind;
    double from_m, to_m;             /* along this way */
    double other_from_m, other_to_m; /* along the other way, or along the first side of the crosswalk */
    uint32_t yields;                 /* not 0: when both may go, a vehicle on this way gives way */
    uint32_t reserved;
} SynConflict;

typedef struct SynWay {
    uint32_t way;
    int32_t kind;
    const char* name; /* "road:section:lane" with the ids of the map's file */
    const char* road; /* the id of the way's road in the map's file */
    double length_m;
    double speed_limit_m_s; /* NaN: none is known */
    const SynWayPoint* points;
    const uint32_t* next;         /* the ways that begin where this one ends */
    const uint32_t* previous;     /* the ways that end where this one begins */
    const SynConflict* conflicts; /* ascending by from_m; those with other ways are in junctions only */
    uint32_t points_count, next_count, previous_count, conflicts_count;
    uint32_t left, right;  /* the way beside this one that a vehicle may change to, or SYN_NONE */
    uint32_t junction;     /* the junction that this way leads through, or SYN_NONE */
    int32_t turn;          /* SYN_TURN_... of a way through a junction */
    uint32_t signal_group; /* the junction's group that must be green to enter this way, or SYN_NONE */
    uint32_t reserved;
    double stop_m; /* the stop line for this way is this far before the end of the previous way */
} SynWay;

typedef struct SynJunction {
    uint32_t junction;
    int32_t intersection; /* its number in SPaT, MAP and signals in sight; -1: none */
    int32_t region;       /* 0: none given */
    uint32_t reserved;
    const char* name; /* as in the map's file */
} SynJunction;

typedef struct SynCrosswalk {
    uint32_t crosswalk;
    uint32_t junction;     /* or SYN_NONE */
    uint32_t signal_group; /* the one that people on foot obey here, or SYN_NONE */
    uint32_t corners_count;
    const SynVec3* corners; /* anticlockwise; the first side leads across the road */
} SynCrosswalk;

typedef struct SynBuilding {
    const SynVec3* corners; /* of the footprint, anticlockwise */
    uint32_t corners_count;
    uint32_t reserved;
    double height_m;
} SynBuilding;

/* A place on a way. */
typedef struct SynOnWay {
    uint32_t way;
    uint32_t reserved;
    double s_m; /* along the way */
    double t_m; /* from the middle of the way, positive to the left */
} SynOnWay;

typedef struct SynMap {
    uint32_t struct_size;
    uint32_t ways_count, junctions_count, crosswalks_count, buildings_count;
    uint32_t reserved;
    const char* name;
    const SynWay* ways;
    const SynJunction* junctions;
    const SynCrosswalk* crosswalks;
    const SynBuilding* buildings;
    void* context; /* for the functions below, which may be called at any time, from any thread */

    /* Finds the way nearest to a place, within `distance_m`, and writes to `out` where on it the place is. If
     * `yaw_rad` is not NaN, considers only ways whose direction differs from it by less than 90 degrees.
     * `kinds`, a sum of 1 << SYN_WAY_..., says which kinds to consider. Returns 0 if no way is found. */
    int32_t (*nearest)(void* context, SynVec3 place, double yaw_rad, double distance_m, uint32_t kinds,
                       SynOnWay* out);
    /* Finds the quickest sequence of ways that begins with `from` and ends with `to`. Where a way
     * lies beside the one before it in the sequence, the vehicle changes lanes. Writes the first `room` ways
     * of the sequence, or all if they are fewer, and returns how many the sequence has; 0: no sequence leads
     * from `from` to `to`. */
    uint32_t (*route)(void* context, uint32_t from, uint32_t to, uint32_t kinds, uint32_t* out,
                      uint32_t room);
} SynMap;

#ifdef __cplusplus
}
#endif

#endif
